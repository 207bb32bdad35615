import { preloadable } from '../lib/preloadable.ts';
import { session } from '../lib/session-store.ts';

/** The app behind the login, without what the login page needs. */
export const signedIn = preloadable(() => import('./SignedIn.tsx'));

/** Starts to load the code of a page in parallel with the shell; errors are shown when the page is rendered. */
export const preloadPage = (name: string) =>
  void import('./pages.ts').then(({ pageOf }) => pageOf(name)?.preload()).catch(() => undefined);

// A signed-in user needs it at once: importing this module in main.tsx starts the download before the rest of its code
// runs.
if (session.get().token) signedIn.preload().catch(() => undefined);
