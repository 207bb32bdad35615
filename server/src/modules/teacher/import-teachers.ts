import { sql } from 'kysely';
import type { Bytes } from '@zhiping/shared/endpoint.ts';
import type { Deps } from '../../deps.ts';
import { createSheetImport, judgeInTurns, looksForTaken } from '../../platform/sheets/import-sheet.ts';
import { askHidden } from '../../platform/auth/hidden-values.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dropDownTemplate } from '../../platform/sheets/sheet-template.ts';
import { findDictMap } from '../dict/dict.queries.ts';
import { lookIn, readImportNames } from '../expert/import-names.ts';
import { findAllSchools } from '../school/school.queries.ts';
import { findAllFullNames } from '../subject/subject.queries.ts';
import {
  columns,
  judgeTeacher,
  placeKey,
  problemsInOrder,
  reportRepeated,
  reportTaken,
  type TeacherNames,
} from './judge-teacher.ts';
import { explainTeacher, hiddenIn, insertTeachers, READABLE_BY, type TeacherInput } from './save-teacher.ts';

type ImportDeps = Pick<Deps, 'db' | 'identity' | 'registerCache'>;

/** Rows of one statement. */
const STORED_AT_ONCE = 1000;

const readNames = async (deps: ImportDeps, actor: Principal): Promise<TeacherNames> => {
  const [names, { teacher_type: types = [] }] = await Promise.all([
    readImportNames(deps, actor),
    findDictMap(deps.db, ['teacher_type']),
  ]);
  return {
    ...names,
    type: lookIn(types.flatMap(({ label, value }) => [label, value].map((name) => [name, value, label]))),
  };
};

/** Which of these people stand at their school already. */
const findTaken = async ({ db, identity }: ImportDeps, teachers: TeacherInput[]): Promise<Set<string>> => {
  const hashes = teachers.map(({ idCard }) => identity.hashOf(idCard));
  const { rows } = await sql<{ hash: Buffer; schoolId: number }>`
    select p.id_card_hash as hash, t.school_id as "schoolId" from person p join teacher t on t.person_id = p.id
    where p.id_card_hash = any(${hashes}::bytea[])`.execute(db);
  const known = new Set(rows.map(({ hash, schoolId }) => `${schoolId}/${hash.toString('hex')}`));
  return new Set(
    teachers.flatMap((teacher, index) =>
      known.has(placeKey(teacher, (hashes[index] as Buffer).toString('hex')))
        ? [placeKey(teacher, teacher.idCard)]
        : [],
    ),
  );
};

/** Teachers from a sheet: all or none. */
export const teacherImport = (deps: ImportDeps) =>
  createSheetImport(deps, {
    name: 'teacher',
    noun: '教师',
    permission: 'teacher:add',
    headers: Object.values(columns),
    page: '/pool/teacher',
    explain: explainTeacher,
    judge: async (actor, rows, progress, wanted) => {
      const names = await readNames(deps, actor);
      const judged = await judgeInTurns(rows, (row) => judgeTeacher(row, names), progress);
      const readable = judged.flatMap(({ teacher }) => teacher ?? []);
      reportRepeated(judged);
      const counts = {
        total: rows.length,
        failed: judged.filter(({ problems }) => problems.length > 0).length,
      };
      if (readable.length > 0 && looksForTaken(actor, READABLE_BY, wanted, counts))
        await askHidden(
          deps.db,
          hiddenIn(actor, readable),
          async () => reportTaken(judged, await findTaken(deps, readable)),
          (reported) => reported,
        );
      const good = judged.flatMap(({ teacher, problems }) =>
        teacher && problems.length === 0 ? [teacher] : [],
      );
      return {
        errors: problemsInOrder(judged),
        failed: rows.length - good.length,
        store: async (tx, told) => {
          for (let start = 0; start < good.length; start += STORED_AT_ONCE) {
            await insertTeachers(tx, deps.identity, actor, good.slice(start, start + STORED_AT_ONCE));
            told(Math.min(good.length, start + STORED_AT_ONCE), good.length);
          }
        },
      };
    },
  });

/** A sheet with drop-downs, of schools only those that the reader may fill in. */
export const teacherTemplate = async ({ db, registerCache }: Deps, reader: Principal): Promise<Bytes> => {
  const [schools, names, dicts] = await Promise.all([
    findAllSchools(db),
    findAllFullNames({ db, registerCache }),
    findDictMap(db, ['teacher_type', 'title_series', 'title_level']),
  ]);
  const labels = (dict: string) => (dicts[dict] ?? []).map(({ label }) => label);
  const choices: Partial<Record<string, string[]>> = {
    gender: ['男', '女'],
    type: labels('teacher_type'),
    schoolId: schools
      .filter(({ id }) => reader.deptScope === null || reader.deptScope.includes(id))
      .map(({ name }) => name),
    titleSeries: labels('title_series'),
    titleLevel: labels('title_level'),
    subject: [...new Set(names.values())],
  };
  const hints: Partial<Record<string, string>> = {
    idCard: '18 位号码，末位可为 X',
    gender: '可不填，由身份证号码得出',
    subject: '目录 - 门类 - 一级 - 二级，或代码',
    entryDate: '如 2020-09-01',
  };
  return dropDownTemplate(
    '教师',
    Object.entries(columns).map(([field, header]) => ({
      header,
      ...(choices[field]?.length ? { choices: choices[field] } : {}),
      ...(hints[field] ? { hint: hints[field] } : {}),
    })),
  );
};
