import { Skeleton } from 'antd';
import { lazy, Suspense, type ComponentProps } from 'react';

const SubjectPicker = lazy(() => import('./SubjectPicker.tsx'));

/** The picker of subjects, fetched when it is shown; its place is kept, so that no field below moves. */
export const LazySubjectPicker = (props: ComponentProps<typeof SubjectPicker>) => (
  <Suspense fallback={<Skeleton.Input block />}>
    <SubjectPicker {...props} />
  </Suspense>
);
