import { type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { BoardRow, reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import type { FileMark } from '@zhiping/shared/contracts/assignment.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { institutionIdOf } from '../school/unit-name.ts';
import { findMapping } from '../mapping/mapping.policy.ts';
import { findFullNames } from '../subject/subject.queries.ts';
import { fileMarkNames, markCounts, marksOf } from './project-marks.queries.ts';
import { selectFiles } from './project-rows.queries.ts';
import { findRoundRules } from '../assignment/round-rules.queries.ts';

type Query = z.output<typeof reviewBoardApi.board.query>;

const NO_SUBJECT = '没有填写学科';

/** The names of subjects by their keys. */
const subjectNames = async (db: Db, keys: readonly string[]) => {
  const paths = keys.filter((key) => key !== '').map((key) => key.split('/'));
  return paths.length > 0 ? findFullNames(db, paths) : new Map<string, string>();
};

const sumOf = (rows: readonly Pick<BoardRow, 'marks'>[]): Record<FileMark, number> =>
  Object.fromEntries(
    fileMarkNames.map((mark) => [mark, rows.reduce((sum, { marks }) => sum + marks[mark], 0)]),
  ) as Record<FileMark, number>;

/** A group may be one project: only the whole round says how many are flagged. */
const withoutFlagged = (row: BoardRow): BoardRow => ({ ...row, marks: { ...row.marks, flagged: 0 } });

type Files = SelectQueryBuilder<Schema, 'project' | 'dept', Record<FileMark | 'files', number>>;

const bySubject = async (db: Db, files: Files): Promise<BoardRow[]> => {
  const groups = await files
    .select(sql<string>`coalesce(project.subject_key, '')`.as('key'))
    .groupBy('key')
    .orderBy('key')
    .execute();
  const names = await subjectNames(
    db,
    groups.map(({ key }) => key),
  );
  return groups.map((row) => ({
    key: row.key,
    name: names.get(row.key) ?? (row.key || NO_SUBJECT),
    files: row.files,
    marks: marksOf(row),
  }));
};

/** A row a school with its colleges, as the list of files takes a school. */
const bySchool = async (db: Db, files: Files): Promise<BoardRow[]> => {
  const units = await files.select(institutionIdOf().as('school')).groupBy('dept.id').execute();
  const ofSchool = Map.groupBy(units, ({ school }) => school);
  const schools = await db
    .selectFrom('dept')
    .select(['id', 'name'])
    .where('id', 'in', [...ofSchool.keys(), 0])
    .orderBy('name')
    .execute();
  return schools.map(({ id, name }) => {
    const own = ofSchool.get(id)!.map((unit) => ({ files: unit.files, marks: marksOf(unit) }));
    return {
      key: String(id),
      name,
      files: own.reduce((sum, unit) => sum + unit.files, 0),
      marks: sumOf(own),
    };
  });
};

/** How far the files of a round are, by subject or by school: one grouped statement over its files and their places. */
export const readBoard = async (
  db: Db,
  reader: Principal,
  { cycleId, by }: Query,
): Promise<z.input<typeof reviewBoardApi.board.result>> => {
  const rules = await findRoundRules(db, cycleId);
  const mapping = await findMapping(db, reader, cycleId);
  const { query, flawed } = await selectFiles(db, reader, { cycleId, rules, mapping, hasPlaces: true });
  const files = query.select(markCounts({ rules, flawed }));
  const rows = by === 'school' ? await bySchool(db, files) : await bySubject(db, files);
  const shown = mapping.isHidden ? rows.map(withoutFlagged) : rows;
  return { rows: shown, files: rows.reduce((sum, row) => sum + row.files, 0), marks: sumOf(rows) };
};
