import { sql } from 'kysely';
import type { z } from 'zod';
import type { ArchiveFile, MaterialArchive } from '@zhiping/shared/contracts/material-archive.ts';
import { ProjectForm, possibleWorks } from '@zhiping/shared/rules/project-form/form.ts';
import { materialTypes } from '@zhiping/shared/rules/review-rules/facts.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { notFound } from '../../../platform/errors.ts';

export const ARCHIVE_NOUN = '材料压缩包';

/** The newest archive of the caller. */
export const findLatestArchive = async (
  db: Db,
  { userId }: Principal,
): Promise<{ archive: z.input<typeof MaterialArchive> | null }> => {
  const archive = await db
    .selectFrom('material_archive')
    .innerJoin('cycle', 'cycle.id', 'cycle_id')
    .select([
      'material_archive.id',
      'cycle_id as cycleId',
      'cycle.name as cycleName',
      'material_archive.name',
      'bytes',
      'material_archive.state',
      'material_archive.create_time as createTime',
    ])
    .where('owner_id', '=', userId)
    .where('material_archive.state', '<>', 'receiving')
    .orderBy('material_archive.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { archive: (archive as z.input<typeof MaterialArchive> | undefined) ?? null };
};

/** An own archive; locked in a transaction that moves it. */
export const findOwnArchive = async (db: Db | Tx, { userId }: Principal, id: number, isLocked = false) => {
  const archive = await db
    .selectFrom('material_archive')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .$if(isLocked, (rows) => rows.forUpdate())
    .executeTakeFirst();
  if (!archive) throw notFound(ARCHIVE_NOUN);
  return archive;
};

/** Every file of an own archive, as the archive has them. */
export const findArchiveFiles = async (
  db: Db,
  reader: Principal,
  id: number,
): Promise<z.input<typeof ArchiveFile>[]> => {
  await findOwnArchive(db, reader, id);
  const rows = await db
    .selectFrom('material_archive_file as file')
    .leftJoin('teacher', 'teacher.id', 'teacher_id')
    .select([
      'position',
      'path',
      'bytes',
      'outcome',
      'reason',
      'teacher.name as teacher',
      'staff_no as staffNo',
      'file.type',
      'proof',
      'entry_key',
      'project_id',
    ])
    .where('archive_id', '=', id)
    .orderBy('position')
    .execute();
  const titles = await findTitles(db, rows);
  return rows.map(({ type, proof, entry_key, project_id, ...file }) => {
    const title = entry_key === null ? undefined : titles.get(`${project_id}/${entry_key}`);
    const kind = proof ?? (type === null ? null : materialTypes[type]);
    return { ...file, place: title === undefined ? kind : `${kind}：${title}` };
  });
};

/** What the works are called that files belong to. A full text was named by its school, so nothing is told that it did not know. */
const findTitles = async (
  db: Db,
  rows: readonly { project_id: number | null; entry_key: string | null }[],
): Promise<Map<string, string>> => {
  const ids = [
    ...new Set(rows.flatMap(({ project_id, entry_key }) => (entry_key && project_id ? [project_id] : []))),
  ];
  if (ids.length === 0) return new Map();
  const projects = await db
    .selectFrom('project')
    .select(['id', 'form'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  return new Map(
    projects.flatMap(({ id, form }) =>
      possibleWorks(ProjectForm.parse(form)).map(
        ({ entry }) => [`${id}/${entry.key}`, entry.title ?? ''] as const,
      ),
    ),
  );
};
