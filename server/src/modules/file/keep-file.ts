import { randomBytes } from 'node:crypto';
import {
  acceptedFormats,
  type FileFormat,
  fileFormats,
  isPicture,
} from '@zhiping/shared/rules/file/formats.ts';
import { tidyFileName } from '@zhiping/shared/rules/file/name.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/database/db.ts';
import { fieldError, tooMany } from '../../platform/errors.ts';
import { formatOf } from '../../platform/files/file-kind.ts';
import { keepBlob } from '../../platform/files/keep-blob.ts';
import { pictureProblem } from '../../platform/files/picture-size.ts';
import { searchTextOf } from '../../platform/pinyin.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { ReceivedFile } from '../../platform/files/upload.ts';
import { fileView, findFileById, type FileRow } from './file.queries.ts';
import { later } from '../../platform/clock.ts';

const HOUR_SECONDS = 3600;

type Options = {
  purpose: 'storage' | 'article';
  /** Instead of what the browser called it. */
  name?: string | undefined;
  picturesOnly?: boolean;
};

/** Words by which a file is found. */
export const fileSearchText = (name: string, format: string, type: string, owner: string) =>
  searchTextOf(`${name}.${format}`, type, owner);

const refuseFlood = async (db: Db, { userId, at }: Principal, perHour: number) => {
  const { count } = await db
    .selectFrom('stored_file')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .where('create_time', '>', later(at, -HOUR_SECONDS * 1000))
    .executeTakeFirstOrThrow();
  if (count >= perHour) throw tooMany(HOUR_SECONDS);
};

const acceptedFormat = async (file: ReceivedFile, picturesOnly: boolean): Promise<FileFormat> => {
  const format = await formatOf(file.path, file.name);
  if (picturesOnly && !(format && isPicture(format)))
    throw fieldError('file.not_picture', 'file', '只能上传 png、jpg、gif 图片，请检查文件内容');
  if (!format)
    throw fieldError('file.type', 'file', `不支持这种文件，只能上传${acceptedFormats}（按内容判断）`);
  const problem = await pictureProblem(file.path, format);
  if (problem) throw fieldError('file.picture', 'file', problem);
  return format;
};

/** Check an uploaded file by its content and keep it for the one who brought it. */
export const keepFile = async (
  { db, files, config }: Pick<Deps, 'db' | 'files' | 'config'>,
  actor: Principal,
  received: ReceivedFile,
  { purpose, name: wanted, picturesOnly = false }: Options,
) => {
  await refuseFlood(db, actor, config.FILE_UPLOADS_PER_HOUR);
  const format = await acceptedFormat(received, picturesOnly);
  const name = tidyFileName(wanted?.trim() || received.name, format);
  const { type } = fileFormats[format];
  const { id } = await keepBlob(
    db,
    files,
    { file: received, name: `${received.sha256}.${format}` },
    {
      announce: (tx) =>
        tx
          .insertInto('stored_file')
          .values({
            real_name: `${randomBytes(16).toString('hex')}.${format}`,
            name,
            format,
            type,
            sha256: received.sha256,
            bytes: received.bytes,
            place: files.place,
            purpose,
            owner_id: actor.userId,
            create_by: actor.username,
            search_text: fileSearchText(name, format, type, actor.username),
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      finish: async (tx, row) => {
        await tx.updateTable('stored_file').set({ whole: true }).where('id', '=', row.id).execute();
        await audit(tx, {
          actorId: actor.userId,
          action: 'file.uploaded',
          entity: 'file',
          entityId: row.id,
          detail: { name, format, bytes: received.bytes, sha256: received.sha256 },
        });
      },
      withdraw: (row) => db.deleteFrom('stored_file').where('id', '=', row.id).execute(),
    },
  );
  return fileView((await findFileById(db, actor, id)) as FileRow);
};
