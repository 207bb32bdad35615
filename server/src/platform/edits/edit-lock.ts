import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { AppError } from '../errors.ts';
import type { Tx } from '../database/db.ts';
import { actorName } from '../auth/actor-name.ts';
import type { Principal } from '../auth/principal.ts';

type Edited = { version: number; update_by: string | null; update_time: Date };

/** Name of an editor; deleted accounts are shown by user name. */
const nameOf = async (tx: Tx, username: string) => {
  const user = await tx
    .selectFrom('sys_user')
    .select(actorName().as('name'))
    .where('username', '=', username)
    .executeTakeFirst();
  return user?.name ?? username;
};

/**
 * Refuses a save over another user's change, and names its editor. A client that sends no version, or a row as it was
 * read (stock clients of the eladmin family), wins. For other actions the message says what to do instead.
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
