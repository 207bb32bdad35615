import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { AppError } from '../errors.ts';

type Edited = { version: number; update_by: string | null; update_time: Date };

/**
 * Refuse a save over somebody else's change, and tell whose it was. A client that sends no version, or a row as it was
 * read (stock clients of the eladmin family), gets the last word.
 */
export const refuseStale = (stored: Edited, sent: number | undefined) => {
  if (sent === undefined || sent === stored.version) return;
  const when = formatDateTime(stored.update_time);
  const message = `${stored.update_by ?? '其他人'}已于 ${when} 修改过这条数据，请核对后重新保存`;
  throw new AppError(409, 'edit.conflict', message, undefined, { version: stored.version });
};

/** Columns of every edit. */
export const editedBy = (username: string, stored: { version: number }) => ({
  version: stored.version + 1,
  update_by: username,
  update_time: new Date(),
});
