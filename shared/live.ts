import { z } from 'zod';

/**
 * The websocket of a signed-in page, `/title/webSocket`. A browser cannot send a header with it, and a token in the address
 * would end up in logs, so the first message of the page is its token.
 */
export const LIVE_PATH = '/webSocket';

export const FromPage = z.object({ kind: z.literal('hello'), token: z.string().max(200) });

export type ToPage =
  | { kind: 'ready' }
  /** Roles, menus or scope changed: what the page knows of them is out of date. */
  | { kind: 'accessChanged' }
  /** The session was ended by somebody else, or the account disabled. */
  | { kind: 'signedOut'; message: string };
