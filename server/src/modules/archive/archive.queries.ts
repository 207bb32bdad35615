import { tidyFileName, sizeText } from '@zhiping/shared/rules/file/name.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import { explainBroken, inTransaction } from '../../platform/database/db.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { keepBlob } from '../../platform/files/keep-blob.ts';
import { type Ordering, type Paging, paginate } from '../../platform/lists/paginate.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { dropBlob, neededArchives } from '../../platform/files/sweep-files.ts';
import type { ReceivedFile } from '../../platform/files/upload.ts';
import type { Checked } from './check-archive.ts';
import { contains, whereGiven } from '../../platform/database/where-given.ts';

export type Kind = 'release' | 'backup';
type Parts = Pick<Deps, 'db' | 'archives'>;

const ordering = {
  sortable: { id: 'id', name: 'name', bytes: 'bytes', createTime: 'create_time' },
  order: [
    ['create_time', 'desc'],
    ['id', 'desc'],
  ],
} satisfies Ordering<Schema, 'archive'>;

/** Backups do not contain uploaded backups, so a restored installation has rows without content. */
const MISSING = '未随备份恢复，内容不在存储中；请删除后重新上传';

const namesIn = async (store: FileStore) => {
  const names = new Set<string>();
  for await (const { name } of store.list()) names.add(name);
  return names;
};

export const findArchives = async (
  { db, archives }: Parts,
  kind: Kind,
  query: Paging & { blurry?: string | undefined },
) => {
  const rows = db
    .selectFrom('archive')
    .select([
      'id',
      'name',
      'bytes',
      'sha256',
      'format',
      'summary',
      'create_by as createBy',
      'create_time as createTime',
    ])
    .where('kind', '=', kind)
    .where('whole', '=', true)
    .$call(whereGiven(query.blurry, (found, given) => found.where(contains('name', given))));
  const { content, totalElements } = await paginate(query, rows, ordering);
  const kept = await namesIn(archives);
  const view = (row: (typeof content)[number]) => ({
    ...row,
    size: sizeText(row.bytes),
    problem: kept.has(`${row.sha256}.${row.format}`) ? null : MISSING,
  });
  return { content: content.map(view), totalElements };
};

/** Both parts of a double ending such as `.tar.gz` stay in the name. */
const archiveName = (name: string, format: string) => {
  const ending = format === 'zip' ? 'zip' : 'tar.gz';
  return `${tidyFileName(name.replace(/\.(tar\.gz|tgz|gz|zip)$/i, '.x'), format)}.${ending}`;
};

const constraints = {
  archive_content: ['file', '相同的文件已经上传过'],
} satisfies Parameters<typeof explainBroken>[0];

/** Stores an archive that passed its check. */
export const storeArchive = async (
  { db, archives }: Parts,
  actor: Principal,
  kind: Kind,
  file: ReceivedFile,
  { format, summary }: Checked,
) => {
  const name = archiveName(file.name, format);
  const kept = keepBlob(
    db,
    archives,
    { file, name: `${file.sha256}.${format}` },
    {
      announce: (tx) =>
        tx
          .insertInto('archive')
          .values({
            kind,
            name,
            format,
            sha256: file.sha256,
            bytes: file.bytes,
            summary,
            create_by: actor.username,
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      finish: async (tx, { id }) => {
        await tx.updateTable('archive').set({ whole: true }).where('id', '=', id).execute();
        await audit(tx, {
          actorId: actor.userId,
          action: `${kind}.uploaded`,
          entity: 'archive',
          entityId: id,
          detail: { name, sha256: file.sha256, bytes: file.bytes, summary },
        });
      },
      withdraw: ({ id }) => db.deleteFrom('archive').where('id', '=', id).execute(),
    },
  );
  return explainBroken(constraints, kept);
};

/** The content of an archive. Each download is audited, because a backup contains all data. */
export const readArchive = async ({ db, archives }: Parts, actor: Principal, kind: Kind, id: number) => {
  const found = await db
    .selectFrom('archive')
    .select(['name', 'format', 'sha256', 'bytes'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('whole', '=', true)
    .executeTakeFirst();
  const bytes = found ? await archives.read(`${found.sha256}.${found.format}`) : null;
  if (!found) throw notFound('归档文件');
  if (!bytes) throw new AppError(410, 'archive.content_missing', MISSING);
  await inTransaction(db, (tx) =>
    audit(tx, { actorId: actor.userId, action: `${kind}.downloaded`, entity: 'archive', entityId: id }),
  ).catch((error: unknown) => {
    bytes.destroy();
    throw error;
  });
  return {
    type: 'application/octet-stream',
    bytes,
    length: found.bytes,
    fileName: found.name,
    uploaded: 'attachment' as const,
  };
};

export const deleteArchives = async (
  { db, archives, background }: Pick<Deps, 'db' | 'archives' | 'background'>,
  actor: Principal,
  kind: Kind,
  ids: number[],
) => {
  const gone = await inTransaction(db, async (tx) => {
    const rows = await tx
      .deleteFrom('archive')
      .where('id', 'in', ids)
      .where('kind', '=', kind)
      .where('whole', '=', true)
      .returning(['id', 'name', 'format', 'sha256'])
      .execute();
    for (const { id, name, sha256 } of rows)
      await audit(tx, {
        actorId: actor.userId,
        action: `${kind}.deleted`,
        entity: 'archive',
        entityId: id,
        detail: { name, sha256 },
      });
    return rows;
  });
  for (const { sha256, format } of gone)
    background(dropBlob(db, archives, neededArchives, `${sha256}.${format}`));
};
