import type { ApiError } from '../lib/api.ts';

export type Reaction =
  | { kind: 'expire' }
  /** His term ended while he was here: the guard leads him to the gate as soon as it knows. */
  | { kind: 'reload' }
  | { kind: 'forbid' }
  | { kind: 'notify'; text: string }
  | { kind: 'none' };

/** The error catalogue of specification §8. A quiet caller shows messages itself; the session is not its business. */
export const reactionTo = (
  { status, message, code }: Pick<ApiError, 'status' | 'message'> & { code?: string },
  quiet: boolean,
): Reaction => {
  if (status === 401) return { kind: 'expire' };
  if (status === 403) return { kind: code === 'expert.unconfirmed' ? 'reload' : 'forbid' };
  return quiet ? { kind: 'none' } : { kind: 'notify', text: message };
};
