import { sql } from 'kysely';
import type { StoredFile } from '@zhiping/shared/contracts/file.ts';
import { fileAddress, type FileType } from '@zhiping/shared/rules/file/formats.ts';
import { sizeText } from '@zhiping/shared/rules/file/name.ts';
import { type Db, likePattern } from '../../platform/database/db.ts';
import { type Ordering, type Paging, paginate, streamed } from '../../platform/lists/paginate.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { isReadableBy, titleFor } from '../access/file-access.ts';
import { isWithin, whereGiven } from '../../platform/database/where-given.ts';

type FileFilters = {
  id?: number | undefined;
  blurry?: string | undefined;
  type?: FileType | undefined;
  createTime?: [Date, Date] | undefined;
  place?: 's3';
};

const usedBy = (reader: Principal) => sql<
  string[]
>`(select coalesce(jsonb_agg(${titleFor(reader)} order by id), '[]')
  from article where id in (select article_id from article_file where file_id = stored_file.id))`;

const selectFiles = (db: Db, reader: Principal, { id, blurry, type, createTime, place }: FileFilters) =>
  db
    .selectFrom('stored_file')
    .select([
      'id',
      'name',
      'real_name',
      'format',
      'type',
      'bytes',
      'create_by',
      'update_by',
      'version',
      'create_time',
      'update_time',
      usedBy(reader).as('used_by'),
    ])
    .where('whole', '=', true)
    .$call(whereGiven(id, (rows, given) => rows.where('id', '=', given)))
    .$call(whereGiven(place, (rows, given) => rows.where('place', '=', given)))
    .$call(whereGiven(blurry, (rows, given) => rows.where('search_text', 'like', likePattern(given))))
    .$call(whereGiven(type, (rows, given) => rows.where('type', '=', given)))
    .$call(whereGiven(createTime, (rows, range) => rows.where(isWithin('create_time', range))));

export type FileRow = Awaited<ReturnType<ReturnType<typeof selectFiles>['executeTakeFirstOrThrow']>>;

/** A row as clients of the eladmin family know it. */
export const fileView = (file: FileRow): Omit<StoredFile, 'createTime' | 'updateTime'> & Times => ({
  id: file.id,
  name: file.name,
  realName: file.real_name,
  suffix: file.format,
  type: file.type,
  path: fileAddress(file),
  size: sizeText(file.bytes),
  bytes: file.bytes,
  usedBy: file.used_by,
  operate: file.create_by,
  createBy: file.create_by,
  updateBy: file.update_by,
  version: file.version,
  createTime: file.create_time,
  updateTime: file.update_time,
});
type Times = { createTime: Date; updateTime: Date };

const ordering = {
  sortable: {
    id: 'id',
    name: 'name',
    fileName: 'name',
    type: 'type',
    suffix: 'format',
    size: 'bytes',
    bytes: 'bytes',
    createTime: 'create_time',
    updateTime: 'update_time',
  },
  order: [
    ['create_time', 'desc'],
    ['id', 'desc'],
  ],
} satisfies Ordering<Schema, 'stored_file'>;

export const findFiles = (db: Db, reader: Principal, query: Paging & FileFilters) =>
  paginate(query, selectFiles(db, reader, query), ordering);
export const streamFiles = (db: Db, reader: Principal, query: Pick<Paging, 'sort'> & FileFilters) =>
  streamed(selectFiles(db, reader, query), query.sort, ordering);

export const findFileById = (db: Db, reader: Principal, id: number, filters: FileFilters = {}) =>
  selectFiles(db, reader, filters).where('id', '=', id).executeTakeFirst();

/** A file by its address, if this reader may read it. */
export const findReadableFile = (
  db: Db,
  reader: Principal,
  { type, name }: { type: FileType; name: string },
) =>
  db
    .selectFrom('stored_file')
    .select(['name', 'format', 'sha256', 'bytes'])
    .where('real_name', '=', name)
    .where('type', '=', type)
    .where('whole', '=', true)
    .where(isReadableBy(reader))
    .executeTakeFirst();
