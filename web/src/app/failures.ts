import type { ApiError } from '../lib/api.ts';
import { UNKNOWN_SORT } from '@zhiping/shared/constants.ts';

type Reaction =
  | { kind: 'expire' }
  /** His term ended while he was here: the guard leads him to the gate as soon as it knows. */
  | { kind: 'reload' }
  | { kind: 'forbid' }
  | { kind: 'notify'; text: string }
  | { kind: 'none' };

/**
 * The error catalogue of specification §8. A quiet caller shows messages itself, a refusal too, or what was typed would be
 * lost with its form; the session is not its business.
 */
export const reactionTo = (
  { status, message, code }: Pick<ApiError, 'status' | 'message'> & { code?: string },
  quiet: boolean,
): Reaction => {
  if (status === 401) return { kind: 'expire' };
  if (status === 403 && code === 'expert.unconfirmed') return { kind: 'reload' };
  // The list goes on in its own order, and says so.
  if (quiet || code === UNKNOWN_SORT) return { kind: 'none' };
  return status === 403 ? { kind: 'forbid' } : { kind: 'notify', text: message };
};
