import { sql } from 'kysely';
import type { z } from 'zod';
import type { BoardRow, reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import type { FileMark } from '@zhiping/shared/contracts/assignment.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { unitName } from '../school/unit-name.ts';
import { findMapping } from '../mapping/mapping.policy.ts';
import { findFullNames } from '../subject/subject.queries.ts';
import { fileMarkNames, markCounts, marksOf } from './file-marks.queries.ts';
import { selectFiles } from './round-files.queries.ts';
import { findRoundRules } from './round-rules.queries.ts';

type Query = z.output<typeof reviewBoardApi.board.query>;

const NO_SUBJECT = '没有填写学科';

/** The names of subjects by their keys. */
const subjectNames = async (db: Db, keys: readonly string[]) => {
  const paths = keys.filter((key) => key !== '').map((key) => key.split('/'));
  return paths.length > 0 ? findFullNames(db, paths) : new Map<string, string>();
};

const sumOf = (rows: readonly BoardRow[]): Record<FileMark, number> =>
  Object.fromEntries(
    fileMarkNames.map((mark) => [mark, rows.reduce((sum, { marks }) => sum + marks[mark], 0)]),
  ) as Record<FileMark, number>;

/** How far the files of a round are, by subject or by school: one grouped statement over its files and their places. */
export const readBoard = async (
  db: Db,
  reader: Principal,
  { cycleId, by }: Query,
): Promise<z.input<typeof reviewBoardApi.board.result>> => {
  const rules = await findRoundRules(db, cycleId);
  const mapping = await findMapping(db, reader, cycleId);
  const files = selectFiles(db, reader, { cycleId, rules, mapping, hasPlaces: true }).select(
    markCounts({ rules }),
  );
  const groups =
    by === 'school'
      ? await files
          .select([sql<string>`project.school_id::text`.as('key'), unitName().as('name')])
          .groupBy(['project.school_id', 'dept.id'])
          .orderBy('dept.name')
          .execute()
      : await files
          .select([sql<string>`coalesce(project.subject_key, '')`.as('key'), sql<string>`''`.as('name')])
          .groupBy('key')
          .orderBy('key')
          .execute();
  const names =
    by === 'school'
      ? null
      : await subjectNames(
          db,
          groups.map(({ key }) => key),
        );
  const rows = groups.map((row): BoardRow => ({
    key: row.key,
    name: names === null ? row.name : (names.get(row.key) ?? (row.key || NO_SUBJECT)),
    files: row.files,
    marks: marksOf(row),
  }));
  return { rows, files: rows.reduce((sum, row) => sum + row.files, 0), marks: sumOf(rows) };
};
