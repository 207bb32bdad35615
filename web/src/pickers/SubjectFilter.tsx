import { lazy, Suspense } from 'react';
import { useIsChip } from '../kit/FilterChip.tsx';
import type { Props } from './SubjectCascader.tsx';
import './subject-filter.css';

// A cascade is heavy, and the rows need not wait for it.
const SubjectChip = lazy(() => import('./SubjectChip.tsx'));
const SubjectCascader = lazy(() => import('./SubjectCascader.tsx'));

/** Narrows a list to a subject or to all below a step of the catalogues. */
export const SubjectFilter = (props: Props) => {
  const isChip = useIsChip();
  if (isChip && props.list.query.subject === undefined) return null;
  return (
    <Suspense fallback={isChip ? null : <span className="subject-filter" />}>
      {isChip ? <SubjectChip {...props} /> : <SubjectCascader {...props} />}
    </Suspense>
  );
};
