import { randomUUID } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Principal } from '../../platform/auth/principal.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import { hashFile, partialPath } from '../../platform/files/partial-upload.ts';
import { tooLarge } from '../../platform/files/receive-file.ts';
import { incomingDirectory, type ReceivedFile } from '../../platform/files/upload.ts';
import { lockUpload, type UploadDeps, uploadLimit, type UploadPurpose } from './upload.queries.ts';

/**
 * Take a whole upload out, once: it then belongs to the caller, who keeps or deletes the file. A node that is killed on
 * the way loses it, and its owner sends it again.
 */
export const takeUpload = async (
  { db, config }: UploadDeps,
  actor: Principal,
  id: string,
  purpose: UploadPurpose = 'material',
): Promise<ReceivedFile> => {
  const { name, bytes } = await inTransaction(db, async (tx) => {
    const upload = await lockUpload(tx, config, actor, id);
    if (upload.received < upload.bytes)
      throw badRequest('upload.incomplete', `「${upload.name}」尚未上传完整，请等上传完成后再提交`);
    if (upload.bytes > uploadLimit(config, purpose)) throw tooLarge(uploadLimit(config, purpose));
    await tx.deleteFrom('upload').where('id', '=', id).execute();
    return upload;
  });
  await mkdir(incomingDirectory(config), { recursive: true });
  const path = join(incomingDirectory(config), randomUUID());
  await rename(partialPath(config, id), path);
  return { path, sha256: await hashFile(path), bytes, name };
};
