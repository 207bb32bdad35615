import { lazy, Suspense } from 'react';
import { useIsChip } from '../kit/list/filters/FilterChip.tsx';
import type { Props } from './SubjectCascader.tsx';
import { SubjectChip } from './SubjectChip.tsx';
import './subject-filter.css';

// Lazy: the cascader is large, and the rows need not wait for it.
const SubjectCascader = lazy(() => import('./SubjectCascader.tsx'));

/** Filters a list by a subject, or by all subjects below a node of the catalogues. */
export const SubjectFilter = (props: Props) => {
  if (useIsChip()) return props.list.query.subject === undefined ? null : <SubjectChip {...props} />;
  return (
    <Suspense fallback={<span className="subject-filter" />}>
      <SubjectCascader {...props} />
    </Suspense>
  );
};
