import { sql } from 'kysely';
import type { z } from 'zod';
import type { ArchiveFile, MaterialArchive } from '@zhiping/shared/contracts/material-archive.ts';
import { materialTypes } from '@zhiping/shared/rules/review-rule/facts.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { notFound } from '../../../platform/errors.ts';

const ARCHIVE_NOUN = '材料压缩包';

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

/** An archive of the reader; with `isLocked` its row is locked for the transaction. */
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

/** Files of right content that no name or person was found for, and those that have a place. */
export const canAssign = sql<boolean>`(outcome = 'ready' or outcome = 'refused' and project_id is null and sha256 is not null)`;

/** The files of an archive of the reader, in the order of the archive. */
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
      'file.name',
      canAssign.as('canAssign'),
    ])
    .where('archive_id', '=', id)
    .orderBy('position')
    .execute();
  // The title comes from the file name: titles typed by the applicant are not shown.
  return rows.map(({ type, proof, entry_key, name, ...file }) => {
    const kind = proof ?? (type === null ? null : materialTypes[type]);
    return { ...file, place: entry_key === null ? kind : `${kind}：${name}` };
  });
};
