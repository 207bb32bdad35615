import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { AppError } from '../errors.ts';
import type { Tx } from '../database/db.ts';
import type { Principal } from '../auth/principal.ts';

type Edited = { version: number; update_by: string | null; update_time: Date };

/** What an editor is called; accounts that are gone keep their user name. */
const nameOf = async (tx: Tx, username: string) => {
  const user = await tx
    .selectFrom('sys_user')
    .select('nick_name')
    .where('username', '=', username)
    .executeTakeFirst();
  return user?.nick_name ?? username;
};

/**
 * Refuse a save over somebody else's change, and tell whose it was. A client that sends no version, or a row as it was
 * read (stock clients of the eladmin family), gets the last word. What was no save says what to do instead.
 */
export const refuseStale = async (
  tx: Tx,
  stored: Edited,
  sent: number | undefined,
  advice = '请核对后重新保存',
) => {
  if (sent === undefined || sent === stored.version) return;
  const who = stored.update_by === null ? '其他人' : await nameOf(tx, stored.update_by);
  const when = formatDateTime(stored.update_time);
  const message = `${who}已于 ${when} 修改过这条数据，${advice}`;
  throw new AppError(409, 'edit.conflict', message, undefined, { version: stored.version });
};

/** Columns of every edit. */
export const editedBy = (
  { username, at }: Pick<Principal, 'username' | 'at'>,
  stored: { version: number },
) => ({
  version: stored.version + 1,
  update_by: username,
  update_time: at,
});
