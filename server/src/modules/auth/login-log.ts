import { cutText } from '@zhiping/shared/rules/text/storable.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/http.ts';
import { browserOf } from '../../platform/http/network.ts';

type SignedIn = { user: { user: { id: number } } };

/** Note how a sign-in ended, behind its answer. A refusal is noted by its code, never with what was typed. */
export const logged = async <T extends SignedIn>(
  { db, background }: Deps,
  username: string,
  caller: Caller,
  signingIn: Promise<T>,
): Promise<T> => {
  const note = (userId: number | null, reason: string | null) =>
    background(
      db
        .insertInto('login_log')
        .values({
          username: cutText(username, 100),
          user_id: userId,
          succeeded: reason === null,
          reason,
          ip: caller.ip,
          browser: browserOf(caller.userAgent),
        })
        .execute(),
    );
  try {
    const result = await signingIn;
    note(result.user.user.id, null);
    return result;
  } catch (error) {
    note(null, error instanceof AppError ? error.code : 'internal');
    throw error;
  }
};
