import type { Bytes } from '@zhiping/shared/endpoint.ts';
import { fillForm } from '@zhiping/shared/rules/project-form/fill-form.ts';
import { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import {
  importedFields,
  type ImportedList,
  importedLists,
  listAt,
} from '@zhiping/shared/rules/project-form/imported-parts.ts';
import { projectMachine } from '@zhiping/shared/rules/project/states.ts';
import { notInState } from '@zhiping/shared/rules/workflow/state-machine.ts';
import { maskIdCard } from '@zhiping/shared/rules/person/mask.ts';
import { tidyName } from '@zhiping/shared/rules/person/name.ts';
import type { Deps } from '../../../deps.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { askHidden } from '../../../platform/hidden-values.ts';
import { type Look, type RowImport } from '../../../platform/sheets/check-rows.ts';
import { createSheetImport } from '../../../platform/sheets/import-sheet.ts';
import { dropDownWorkbook } from '../../../platform/sheets/sheet-template.ts';
import type { Report } from '../../../platform/sheets/validate-rows.ts';
import { findDictMap } from '../../dict/dict.queries.ts';
import { finder, readImportNames } from '../../person/import-names.ts';
import { findAllFullNames } from '../../subject/subject.queries.ts';
import { maxProjectsInYear } from '../create-project.ts';
import type { ProjectCycle } from '../project-cycle.queries.ts';
import {
  type ImportedPerson,
  listColumns,
  personColumns,
  rowRules,
  subjectFields,
  PERSON_COLUMN,
} from './import-columns.ts';
import { findOpenCycle } from '../open-cycle.queries.ts';
import { findImportPeople, type ImportPerson, requireSchool } from './people.queries.ts';
import { prefillProject } from './prefill-project.ts';

type ImportDeps = Pick<Deps, 'db' | 'identity' | 'registerCache' | 'clock' | 'importLimits'>;
export type ImportOptions = { cycleId: number; overwrite?: boolean | undefined };

const folded = (written: string) => written.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();
const isIdCard = (who: string) => /^\d{17}[\dX]$/.test(who);

/** Why nothing can be filled in for a teacher, or null. */
const refusalOf = (
  person: ImportPerson,
  name: string,
  most: number,
): [field: string, code: string, message: string] | null => {
  const { isOwn, enabled, userId, projectId, state, others, isElsewhere } = person;
  // A name that was stored by an earlier release may hold a radical.
  if (tidyName(person.name) !== name) return ['name', 'NAME', '姓名与登记的不一致'];
  if (isOwn) return ['who', 'OWN', '不能导入本人的申报，请在「我的申报」中填写'];
  if (!enabled) return ['who', 'DISABLED', '这位教师在名册中已停用；仍在职的，请先在「教师管理」中启用'];
  if (userId === null) return ['who', 'NO_ACCOUNT', '尚未开通申报账号，请先在「教师管理」中开通'];
  if (state !== null && state !== 'draft')
    return ['who', 'LOCKED', notInState(projectMachine, state, '导入')];
  // The reason must not reveal projects at other schools.
  if (projectId === null && (isElsewhere || others >= most))
    return ['who', 'NOT_POSSIBLE', '不能为这位教师新建申报，请由本人登录后办理'];
  return null;
};

/** The teachers that each row may mean. Searches only the teachers of the officer's schools. */
const findTargets = async (
  { db, identity }: ImportDeps,
  actor: Principal,
  { cycle, people }: { cycle: ProjectCycle; people: ImportedPerson[] },
) => {
  const written = people.map(({ who }) => folded(who));
  const found = await findImportPeople(db, actor, {
    cycleId: cycle.id,
    year: cycle.year,
    wanted: {
      staffNos: written,
      hashes: written.filter(isIdCard).map((who) => identity.hashOf(who)),
    },
  });
  const byStaffNo = Map.groupBy(found, ({ staffNo }) => staffNo?.toUpperCase() ?? '');
  const byHash = Map.groupBy(found, ({ hash }) => hash.toString('hex'));
  const targets = written.map((who) => [
    ...new Set([
      ...(byStaffNo.get(who) ?? []),
      ...(isIdCard(who) ? (byHash.get(identity.hashOf(who).toString('hex')) ?? []) : []),
    ]),
  ]);
  // Limits guessing of identity numbers by officers who may not see them: each miss counts.
  const missed = written.filter((who, index) => isIdCard(who) && targets[index]!.length === 0);
  await askHidden(
    db,
    { actor, readableBy: 'teacher:identity', masked: missed.map(maskIdCard) },
    async () => {},
  );
  return new Map(people.map((person, index) => [person, targets[index]!] as const));
};

const describeStanding = (
  { fields, entries }: ImportedPerson,
  { form, overwrite }: { form: ProjectForm; overwrite: boolean },
  { report, note }: { report: Report; note: Report },
) => {
  const filled = fillForm(form, { fields, entries }, { overwrite, newKey: () => 'new' });
  for (const { path, message } of filled.problems) report(path, 'TOO_MANY', message, '');
  const shownOf = (path: string) => (path === 'target.subjects' ? subjectFields[0] : path);
  for (const { path, label } of filled.kept)
    note(shownOf(path), 'KEPT', `${label}：申报人已填写其他内容，保留不变`, '');
  for (const { path, label } of filled.overwritten)
    note(shownOf(path), 'OVERWRITTEN', `${label}：申报人已填写其他内容，将被覆盖`, '');
};

const rulesFor = async (
  deps: ImportDeps,
  actor: Principal,
  { cycleId, overwrite = false }: ImportOptions,
): Promise<RowImport<ImportedPerson>> => {
  requireSchool(actor);
  const cycle = await findOpenCycle(deps.db, actor, cycleId);
  const names = await readImportNames(deps, actor);
  const rules = rowRules({
    subject: finder(names.subject, { noun: '学科', code: 'UNKNOWN_SUBJECT', instead: null }),
    titleSeries: finder(names.titleSeries, { noun: '职称系列', code: 'UNKNOWN_TITLE_SERIES', instead: null }),
  });
  const targets = new Map<ImportedPerson, ImportPerson>();
  const look = async (people: ImportedPerson[]): Promise<Look<ImportedPerson>> => {
    const found = await findTargets(deps, actor, { cycle, people });
    const seen = new Set<number>();
    return (row, report, note) => {
      const [target, another] = found.get(row)!;
      if (!target) return report('who', 'UNKNOWN_TEACHER', '本校教师名册中没有这个工号或身份证号码', row.who);
      if (another)
        return report(
          'who',
          'AMBIGUOUS',
          '有多位教师的工号相同，或在多所学校登记，请先在「教师管理」中核对',
          row.who,
        );
      const refusal = refusalOf(target, row.name, maxProjectsInYear(cycle));
      if (refusal) {
        const [field, code, message] = refusal;
        return report(field, code, message, field === 'name' ? row.name : row.who);
      }
      if (seen.has(target.personId))
        return report('who', 'DUPLICATE_IN_FILE', '与前面的行是同一位教师', row.who);
      seen.add(target.personId);
      targets.set(row, target);
      const isNew = target.form === null;
      const form = ProjectForm.parse(target.form ?? {});
      describeStanding(row, { form, overwrite: overwrite || isNew }, { report, note });
    };
  };
  return {
    ...rules,
    uniques: [{ field: 'who', keyOf: ({ who }) => folded(who), noun: PERSON_COLUMN, taken: '' }],
    findTaken: async () => ({}),
    look,
    store: async (tx, people, progress) => {
      for (const [index, row] of people.entries()) {
        const target = targets.get(row)!;
        await prefillProject(tx, actor, { cycle, overwrite, target, filling: row });
        progress(index + 1, people.length);
      }
    },
  };
};

/**
 * Imports projects from a workbook: starts or fills in projects of teachers of the officer's schools. The teachers
 * submit them themselves.
 */
export const projectImport = (deps: ImportDeps) =>
  createSheetImport<ImportedPerson, ImportOptions>(deps, {
    name: 'project',
    noun: '申报',
    permission: 'project:import',
    headers: personColumns,
    further: {
      by: 'who',
      sheets: importedLists.map((path) => ({
        field: path,
        sheet: listAt(path).title,
        headers: listColumns(path),
      })),
      unknown: '申报人的工作表中没有这个工号或身份证号码',
    },
    maxImmediate: 100,
    maxRows: 5000,
    page: '/review/project',
    rulesFor: (actor, options) => rulesFor(deps, actor, options),
  });

const wordsOf = (words: Readonly<Record<string, string>>) => Object.values(words);

/** A workbook with drop-downs: one row for each teacher, and further sheets for lists such as papers. */
export const projectTemplate = async ({ db, registerCache }: Deps): Promise<Bytes> => {
  const [names, dicts] = await Promise.all([
    findAllFullNames({ db, registerCache }),
    findDictMap(db, ['title_series']),
  ]);
  const subjects = [...new Set(names.values())];
  const series = dicts['title_series']?.map(({ label }) => label) ?? [];
  const columnOf = (header: string, field: (typeof importedFields)[number][1] | undefined) => {
    const { input, hint } = field ?? {};
    return {
      header,
      ...(hint !== undefined && { hint }),
      ...(input?.kind === 'choice' && { choices: wordsOf(input.words) }),
      ...(input?.kind === 'dict' && { choices: series }),
      ...(input?.kind === 'subjects' && { choices: subjects }),
      ...(input?.kind === 'day' && { hint: hint ?? '如 2014-12-01' }),
      ...(input?.kind === 'month' && { hint: hint ?? '如 2014-12' }),
    };
  };
  const fieldAt = new Map(importedFields);
  const personColumn = { header: PERSON_COLUMN, hint: '本校教师名册中的工号，或 18 位身份证号码' };
  const listSheet = (path: ImportedList) => {
    const { title, columns } = listAt(path);
    return {
      name: title,
      columns: Object.entries(listColumns(path)).map(([name, header]) =>
        name === 'who' ? personColumn : columnOf(header, columns[name]),
      ),
    };
  };
  return dropDownWorkbook('申报', [
    {
      name: '申报人',
      columns: Object.entries(personColumns).map(([path, header]) =>
        path === 'who' ? personColumn : columnOf(header, fieldAt.get(path.replace(/\.\d$/, ''))),
      ),
    },
    ...importedLists.map(listSheet),
  ]);
};
