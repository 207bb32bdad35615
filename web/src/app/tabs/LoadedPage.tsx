import { Suspense, type ComponentType, type ReactNode } from 'react';
import type { Preloadable } from '../../lib/preloadable.ts';
import { PageSkeleton } from './PageSkeleton.tsx';

type Props = { page: Preloadable<ComponentType>; children?: ReactNode };

/** A page and what belongs to it once it is there. */
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
