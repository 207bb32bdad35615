import { Skeleton } from 'antd';
import { lazy, Suspense, type ComponentProps } from 'react';

const SubjectPicker = lazy(() => import('./SubjectPicker.tsx'));

/** Loads the subject picker when it is shown; the placeholder keeps its space, so that the fields below do not move. */
export const LazySubjectPicker = (props: ComponentProps<typeof SubjectPicker>) => (
  <Suspense fallback={<Skeleton.Input block />}>
    <SubjectPicker {...props} />
  </Suspense>
);
