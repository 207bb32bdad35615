import type { Permission } from '@zhiping/shared/permissions.ts';
import { MAX_UPLOADS } from '@zhiping/shared/rules/upload/parts.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { later } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { AppError, badRequest, forbidden } from '../../platform/errors.ts';
import { partialPath, removePartial, writePart } from '../../platform/files/partial-upload.ts';
import { tooLarge } from '../../platform/files/receive-file.ts';
import type { ReceivedFile } from '../../platform/files/upload.ts';
import { lockUpload, noUpload, type UploadDeps, uploadLimit, type UploadPurpose } from './upload.queries.ts';

const HOUR_MS = 3_600_000;

/** A single file is also what a school adds to its recommendation. */
const senders: Record<UploadPurpose, Permission[]> = {
  material: ['project:apply', 'project:check'],
  archive: ['project:import'],
};

/** Starts an upload. If its owner has too many, those idle for an hour are deleted: probably abandoned. */
export const createUpload = (
  { db, config }: UploadDeps,
  actor: Principal,
  { name, bytes, purpose }: { name: string; bytes: number; purpose: UploadPurpose },
) => {
  const { userId, at } = actor;
  if (!holds(actor, senders[purpose])) throw forbidden();
  const limit = uploadLimit(config, purpose);
  if (bytes > limit) throw tooLarge(limit);
  return inTransaction(db, async (tx) => {
    // Two at once would both count nine.
    await tx.selectFrom('sys_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const begun = await tx
      .selectFrom('upload')
      .select(['id', 'update_time'])
      .where('owner_id', '=', userId)
      .execute();
    if (begun.length >= MAX_UPLOADS) {
      const left = begun.filter(({ update_time }) => update_time < later(at, -HOUR_MS)).map(({ id }) => id);
      if (left.length === 0)
        throw new AppError(
          429,
          'upload.too_many',
          `未完成的上传已有 ${MAX_UPLOADS} 个，请等其中一个完成或取消后再试`,
        );
      await tx.deleteFrom('upload').where('id', 'in', left).execute();
    }
    const { id } = await tx
      .insertInto('upload')
      .values({ owner_id: userId, name, bytes, create_time: at, update_time: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, offset: 0 };
  });
};

type Part = { offset: number; sha256: string; received: ReceivedFile };

/** Add a part to its end. The file is flushed before the row says so: whatever is killed in between comes again. */
export const appendPart = (
  { db, config }: UploadDeps,
  actor: Principal,
  id: string,
  { offset, sha256, received: part }: Part,
) =>
  inTransaction(db, async (tx) => {
    const { bytes, received } = await lockUpload(tx, config, actor, id);
    if (offset !== received)
      throw new AppError(409, 'upload.offset', '文件的这一段已变化，请从服务器上的位置继续上传', undefined, {
        offset: received,
      });
    if (part.sha256 !== sha256) throw badRequest('upload.hash', '这一段在传输中损坏，请重新上传');
    if (offset + part.bytes > bytes)
      throw badRequest('upload.too_long', '文件比开始上传时大，请重新选择文件');
    await writePart(partialPath(config, id), offset, part.path);
    await tx
      .updateTable('upload')
      .set({ received: offset + part.bytes, update_time: actor.at })
      .where('id', '=', id)
      .execute();
    return { offset: offset + part.bytes };
  });

export const deleteUpload = async ({ db, config }: UploadDeps, { userId }: Principal, id: string) => {
  const deleted = await db
    .deleteFrom('upload')
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw noUpload();
  await removePartial(config, id);
};
