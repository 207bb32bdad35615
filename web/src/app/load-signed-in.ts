import { preloadable } from '../lib/preloadable.ts';
import { session } from '../lib/session-store.ts';

/** Everything behind the login, apart from what the login page needs. */
export const signedIn = preloadable(() => import('./SignedIn.tsx'));

/** Begin to fetch the code of a page beside the shell; what goes wrong is told where the page is drawn. */
export const fetchPage = (name: string) =>
  void import('./pages.ts').then(({ pageOf }) => pageOf(name)?.preload()).catch(() => undefined);

// Whoever comes back signed in needs it: main.tsx asks for it before the rest of its own code has run.
if (session.get().token) signedIn.preload().catch(() => undefined);
