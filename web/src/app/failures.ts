import type { ApiError } from '../lib/api.ts';
import { UNKNOWN_SORT } from '@zhiping/shared/constants.ts';

type Reaction =
  | { kind: 'expire' }
  /** The expert's term ended during the session: reload it, so that the guard redirects to the confirmation page. */
  | { kind: 'reload' }
  | { kind: 'forbid' }
  | { kind: 'notify'; text: string }
  | { kind: 'none' };

/**
 * Maps errors to reactions by the catalogue of specification §8. A quiet caller shows messages itself, also for a 403:
 * an error page would discard the typed form. An ended session is handled for every caller.
 */
export const reactionTo = (
  { status, message, code }: Pick<ApiError, 'status' | 'message'> & { code?: string },
  quiet: boolean,
): Reaction => {
  if (status === 401) return { kind: 'expire' };
  if (status === 403 && code === 'expert.unconfirmed') return { kind: 'reload' };
  // `useList` falls back to the default order and shows a note.
  if (quiet || code === UNKNOWN_SORT) return { kind: 'none' };
  return status === 403 ? { kind: 'forbid' } : { kind: 'notify', text: message };
};
