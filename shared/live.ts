import { z } from 'zod';
import type { NotificationKind } from './contracts/notification.ts';
import type { TaskProgress } from './contracts/task.ts';

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
  /** The session was ended from elsewhere, or the account disabled. */
  | { kind: 'signedOut'; message: string }
  /** A message for the user, which is also in their list of messages. */
  | { kind: 'message'; message: { kind: NotificationKind; text: string; link: string | null } }
  /** Something in the review of this cycle moved: boards and lists of it are out of date. */
  | { kind: 'round'; cycleId: number }
  /** An own opinion was submitted or recalled, perhaps on another device. */
  | { kind: 'review' }
  /** How far background work of the person is. */
  | { kind: 'task'; task: TaskProgress };
