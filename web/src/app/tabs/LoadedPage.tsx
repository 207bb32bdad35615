import { Suspense, type ComponentType, type ReactNode } from 'react';
import type { Preloadable } from '../../lib/preloadable.ts';
import { PageSkeleton } from './PageSkeleton.tsx';

type Props = { page: Preloadable<ComponentType>; children?: ReactNode };

/** Renders a page once its code has loaded, together with `children`. */
export const LoadedPage = ({ page, children }: Props) => {
  const Page = page.useLoaded();
  if (!Page) return <PageSkeleton />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Page />
      {children}
    </Suspense>
  );
};
