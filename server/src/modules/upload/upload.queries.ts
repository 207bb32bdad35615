import { MAX_UPLOAD_ARCHIVE_MB, MAX_UPLOAD_MB } from '@zhiping/shared/rules/upload/parts.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { bytesHere, partialPath } from '../../platform/files/partial-upload.ts';

export type UploadDeps = Pick<Deps, 'db' | 'config'>;

/** Purpose of an upload: one material, or an archive of many. */
export type UploadPurpose = 'material' | 'archive';

const MEGABYTE = 1024 * 1024;

export const uploadLimit = (config: Deps['config'], purpose: UploadPurpose): number =>
  purpose === 'archive'
    ? MAX_UPLOAD_ARCHIVE_MB * MEGABYTE
    : Math.min(config.FILE_MAX_MB, MAX_UPLOAD_MB) * MEGABYTE;

export const noUpload = () => notFound('上传的文件');

const ownUpload = (db: Db | Tx, { userId }: Principal, id: string) =>
  db
    .selectFrom('upload')
    .select(['name', 'bytes', 'received'])
    .where('id', '=', id)
    .where('owner_id', '=', userId);

/** Of another person there is none. */
export const findUpload = async ({ db, config }: UploadDeps, actor: Principal, id: string) => {
  const upload = await ownUpload(db, actor, id).executeTakeFirst();
  if (!upload) throw noUpload();
  return {
    name: upload.name,
    bytes: upload.bytes,
    offset: await bytesHere(partialPath(config, id), upload.received),
  };
};

/** Take turns with every other call about this upload until the transaction ends; answers how much is here. */
export const lockUpload = async (tx: Tx, config: Deps['config'], actor: Principal, id: string) => {
  const upload = await ownUpload(tx, actor, id).forUpdate().executeTakeFirst();
  if (!upload) throw noUpload();
  return { ...upload, received: await bytesHere(partialPath(config, id), upload.received) };
};
