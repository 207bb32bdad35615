import { session } from '../lib/session-store.ts';

/** Everything behind the login, apart from what the login page needs. */
export const loadSignedIn = () => import('./SignedIn.tsx');

// Whoever comes back signed in needs it: main.tsx asks for it before the rest of its own code has run.
if (session.get().token) loadSignedIn().catch(() => undefined);
