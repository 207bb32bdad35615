import { type InferResult, sql } from 'kysely';
import type { z } from 'zod';
import { verdictWords } from '@zhiping/shared/contracts/assignment.ts';
import type { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { exclusionWords } from '@zhiping/shared/rules/assignment/excluded-opinion.ts';
import { assignmentStates } from '@zhiping/shared/rules/assignment/states.ts';
import { meanOf, spreadOf } from '@zhiping/shared/rules/opinion/figures.ts';
import { answerTitle, answerWords, opinionOf } from '@zhiping/shared/rules/opinion/opinion.ts';
import { levelWords, type TitleLevel } from '@zhiping/shared/rules/review-rule/facts.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import { type Db } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type Ordering, orderTerms, streamed } from '../../platform/lists/paginate.ts';
import { exportSheet, type SheetColumn } from '../../platform/sheets/export-sheet.ts';
import { scaleOf } from '../opinion/desk.queries.ts';
import { findMapping, type Mapping, refuseExpertFilter, requireMapping } from '../mapping/mapping.policy.ts';
import { isOnRecord } from '../assignment/assignment-workflow.ts';
import { exclusionFacts } from './exclude-opinion.ts';
import { evaluateOpinions } from './close-round.ts';
import { findExportedCycle, none, ofCycle, recordExport } from './export-round.ts';
import { nameSubmitted } from '../project/name-submitted.ts';
import { selectFiles } from './project-rows.queries.ts';
import { findRoundContent, roundRulesOf } from '../assignment/round-rules.queries.ts';
import type { RuleContent } from '../../platform/database/column-types.ts';
import { unitName } from '../school/unit-name.ts';

type Query = z.output<typeof reviewBoardApi.scoreSheet.query>;

/** So many files are put together with their opinions at a time. */
const CHUNK = 100;

const ordering = {
  sortable: { no: 'project.no', bagNo: 'project.bag_no' },
  order: [['project.no', 'asc']],
} satisfies Ordering<Schema, 'project'>;

const selectExported = async (
  db: Db,
  reader: Principal,
  query: Query & { cycleId: number; mapping: Mapping },
  content: RuleContent,
) => {
  const files = await selectFiles(db, reader, { ...query, rules: roundRulesOf(content) });
  return {
    query: files.query.select([
      'project.id',
      'project.no',
      'project.bag_no as bagNo',
      nameSubmitted.$notNull().as('name'),
      unitName().as('schoolName'),
      sql<string>`coalesce(project.form #>> '{target,subjects,0,fullName}', '')`.as('subject'),
      'project.title_level as titleLevel',
    ]),
  };
};
type File = InferResult<Awaited<ReturnType<typeof selectExported>>['query']>[number];

/**
 * Assignments of some projects with submitted opinions. Ordered by their random numbers: no meaning, and the same each
 * time; applicants read opinions in that order.
 */
const findPlaces = (db: Db, projectIds: readonly number[]) =>
  db
    .selectFrom('assignment')
    .innerJoin('expert', 'expert.id', 'expert_id')
    .leftJoin('dept', 'dept.id', 'expert.school_id')
    .leftJoin('review', 'assignment_id', 'assignment.id')
    .leftJoin('confirmation', 'confirmation.id', 'exclusion_id')
    .select([
      'project_id',
      'expert.name',
      unitName<string | null>().as('schoolName'),
      'submitted_at',
      'assignment.state',
      'total',
      'answer',
      'submitted as opinion',
      exclusionFacts,
    ])
    .where('project_id', 'in', [...projectIds, 0])
    .where(isOnRecord)
    .where('assignment.state', '<>', 'proposed')
    .orderBy('assignment.id')
    .execute();
type Place = Awaited<ReturnType<typeof findPlaces>>[number];
type FileWithPlaces = File & { places: Place[] };

async function* withPlaces(db: Db, files: AsyncIterable<File>): AsyncGenerator<FileWithPlaces> {
  let chunk: File[] = [];
  const found = async (some: readonly File[]) => {
    const places = Map.groupBy(
      await findPlaces(
        db,
        some.map(({ id }) => id),
      ),
      (one) => one.project_id,
    );
    return some.map((file) => ({ ...file, places: places.get(file.id) ?? [] }));
  };
  for await (const file of files) {
    chunk.push(file);
    if (chunk.length < CHUNK) continue;
    yield* await found(chunk);
    chunk = [];
  }
  yield* await found(chunk);
}

const fileColumns: SheetColumn<File>[] = [
  ['编号', (file) => file.no],
  ['袋号', (file) => file.bagNo],
  ['申报人', (file) => file.name],
  ['学校', (file) => file.schoolName],
  ['学科', (file) => file.subject],
  ['申报层级', ({ titleLevel }) => titleLevel && levelWords[titleLevel as TitleLevel]],
];

type OpinionRow = File & { place: Place; number: number };

async function* opinionRows(files: AsyncIterable<FileWithPlaces>): AsyncGenerator<OpinionRow> {
  for await (const { places, ...file } of files)
    for (const [index, place] of places.entries())
      if (place.opinion) yield { ...file, place, number: index + 1 };
}

const withoutNames: SheetColumn<OpinionRow>[] = [
  ['专家', ({ number }) => `专家${number}`],
  ['提交日期', ({ place }) => place.submitted_at && dayOf(place.submitted_at)],
];
const withNames: SheetColumn<OpinionRow>[] = [
  ['专家', ({ place }) => place.name],
  ['专家单位', ({ place }) => place.schoolName],
  ['提交时间', ({ place }) => place.submitted_at],
];

/** Submitted opinions, a row each. With names of experts only on request. */
export const exportOpinions = async (
  db: Db,
  reader: Principal,
  { query, isNamed }: { query: Query; isNamed: boolean },
) => {
  const name = isNamed ? '评审意见（含专家姓名）' : '评审意见';
  orderTerms<Schema, 'project'>(query.sort, ordering);
  const cycleId = await findExportedCycle(db, query.cycleId);
  const mapping = await findMapping(db, reader, cycleId);
  refuseExpertFilter(mapping, query.expertId);
  if (isNamed) await requireMapping(db, reader, { cycleId, what: 'export' });
  await recordExport(db, reader, { cycleId, sheet: 'opinions', isNamed });
  if (cycleId === null) return exportSheet(name, none(), fileColumns);
  const content = await findRoundContent(db, cycleId);
  const { criteria, texts } = content.form;
  const { query: found } = await selectExported(db, reader, { ...query, cycleId, mapping }, content);
  const files = streamed(found, query.sort, ordering);
  const sheet = exportSheet(name, opinionRows(withPlaces(db, files)), [
    ...fileColumns,
    ...(isNamed ? withNames : withoutNames),
    [
      '状态',
      ({ place }) => (place.exclusion ? exclusionWords(place.exclusion) : assignmentStates[place.state]),
    ],
    ...criteria.map(({ key, name: title, weight }): SheetColumn<OpinionRow> => [
      `${title}（${weight}）`,
      ({ place }) => place.opinion?.scores[key] ?? null,
    ]),
    ['合计', ({ place }) => place.total],
    [answerTitle[scaleOf(content)], ({ place }) => place.answer && answerWords[place.answer]],
    ...texts.map(({ key, name: title }): SheetColumn<OpinionRow> => [
      title,
      ({ place }) => place.opinion?.texts[key] ?? null,
    ]),
  ]);
  return ofCycle(db, cycleId, sheet);
};

/** How many experts the file with most of them has, so that the sheet has a column for each. */
const mostPlaces = async (db: Db, cycleId: number) => {
  const { rows } = await sql<{ most: number | null }>`select max(held)::integer as most from (
    select count(*) as held from assignment where cycle_id = ${cycleId} and ${isOnRecord} and state <> 'proposed'
    group by project_id) as files`.execute(db);
  return rows[0]?.most ?? 0;
};

/** Opinions that count: those that were taken out have no points in the sheet, which names them instead. */
const isCounting = ({ opinion, exclusion }: Place) => opinion !== null && exclusion === null;

const totalsOf = ({ places }: FileWithPlaces) =>
  places.map((place) => (isCounting(place) ? place.total : null));

/** Points of all projects, a row each, with their outcome by the rule of the cycle. Without names. */
export const exportScores = async (db: Db, reader: Principal, query: Query) => {
  orderTerms<Schema, 'project'>(query.sort, ordering);
  const cycleId = await findExportedCycle(db, query.cycleId);
  const mapping = await findMapping(db, reader, cycleId);
  refuseExpertFilter(mapping, query.expertId);
  await recordExport(db, reader, { cycleId, sheet: 'scores', isNamed: false });
  if (cycleId === null) return exportSheet('评分表', none(), fileColumns);
  const content = await findRoundContent(db, cycleId);
  const verdictOf = ({ places }: FileWithPlaces) =>
    evaluateOpinions(
      { content },
      {
        asked: places.filter(({ exclusion }) => exclusion === null).length,
        opinions: places.flatMap((place) =>
          isCounting(place) && place.answer ? [opinionOf(place.answer)] : [],
        ),
      },
    );
  const numbers = Array.from({ length: await mostPlaces(db, cycleId) }, (_, index) => index);
  const { query: found } = await selectExported(db, reader, { ...query, cycleId, mapping }, content);
  const files = streamed(found, query.sort, ordering);
  const sheet = exportSheet('评分表', withPlaces(db, files), [
    ...fileColumns,
    ...numbers.flatMap((at): SheetColumn<FileWithPlaces>[] => [
      [`专家${at + 1}合计`, (file) => totalsOf(file)[at]],
      [
        `专家${at + 1}${answerTitle[scaleOf(content)]}`,
        ({ places }) => {
          const place = places[at];
          if (place?.exclusion) return exclusionWords(place.exclusion);
          return place?.opinion && place.answer ? answerWords[place.answer] : null;
        },
      ],
    ]),
    ['平均分', (file) => meanOf(totalsOf(file))],
    ['分差', (file) => spreadOf(totalsOf(file))],
    ['结果', (file) => verdictWords[verdictOf(file).level]],
    ['计算', (file) => verdictOf(file).message],
  ]);
  return ofCycle(db, cycleId, sheet);
};
