import type { ApiError } from '../lib/api.ts';

export type Reaction =
  | { kind: 'expire' }
  | { kind: 'forbid' }
  | { kind: 'notify'; text: string }
  | { kind: 'none' };

/** The error catalogue of specification §8. A quiet caller shows messages itself; the session is not its business. */
export const reactionTo = (
  { status, message }: Pick<ApiError, 'status' | 'message'>,
  quiet: boolean,
): Reaction => {
  if (status === 401) return { kind: 'expire' };
  if (status === 403) return { kind: 'forbid' };
  return quiet ? { kind: 'none' } : { kind: 'notify', text: message };
};
