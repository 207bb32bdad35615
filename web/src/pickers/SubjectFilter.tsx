import { lazy, Suspense } from 'react';
import { useIsChip } from '../kit/list/filters/FilterChip.tsx';
import type { Props } from './SubjectCascader.tsx';
import { SubjectChip } from './SubjectChip.tsx';
import './subject-filter.css';

// A cascade is heavy, and the rows need not wait for it.
const SubjectCascader = lazy(() => import('./SubjectCascader.tsx'));

/** Narrows a list to a subject or to all below a step of the catalogues. */
export const SubjectFilter = (props: Props) => {
  if (useIsChip()) return props.list.query.subject === undefined ? null : <SubjectChip {...props} />;
  return (
    <Suspense fallback={<span className="subject-filter" />}>
      <SubjectCascader {...props} />
    </Suspense>
  );
};
