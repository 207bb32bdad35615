import { lazy, Suspense } from 'react';
import type { ReasonProps } from './ReasonForm.tsx';

// Loaded when it opens: most visits ask for no reason, and forms weigh more than the pages that open this one.
const ReasonForm = lazy(() => import('./ReasonForm.tsx'));

export const ReasonDialog = (props: ReasonProps) => (
  <Suspense fallback={null}>
    <ReasonForm {...props} />
  </Suspense>
);
