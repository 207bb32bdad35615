import { Suspense } from 'react';
import { BrowserRouter } from 'react-router';
import { WEB_BASE } from '@zhiping/shared/constants.ts';
import { AppRoutes } from './routes.tsx';
import { usePageTheme } from './theme/use-page-theme.ts';
import { useFailureReactions } from './use-failure-reactions.ts';

const AppContent = () => {
  usePageTheme();
  useFailureReactions();
  return (
    // No fallback: while the root is empty, the static skeleton of index.html is on screen.
    <Suspense fallback={null}>
      <AppRoutes />
    </Suspense>
  );
};

export const App = () => (
  <BrowserRouter basename={WEB_BASE}>
    <AppContent />
  </BrowserRouter>
);
