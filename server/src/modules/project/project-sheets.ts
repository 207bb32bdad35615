import { sql } from 'kysely';
import type { z } from 'zod';
import {
  type projectListApi,
  type ProjectSheet,
  projectSheets,
} from '@zhiping/shared/contracts/project-list.ts';
import { eligibilityVerdicts } from '@zhiping/shared/rules/project/eligibility.ts';
import { achievementsOf } from '@zhiping/shared/rules/project-form/achievements.ts';
import { highestDegree } from '@zhiping/shared/rules/project-form/facts.ts';
import { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { isEligible, projectStates } from '@zhiping/shared/rules/project/states.ts';
import { degrees, levelWords, projectKinds } from '@zhiping/shared/rules/review-rule/facts.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { findDictLabels } from '../dict/dict.queries.ts';
import { streamProjects } from './project-list.queries.ts';

type Query = z.output<typeof projectListApi.sheet.query>;

/** Columns of a sheet that the list does not have. */
const findDetails = async (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('project_snapshot as snapshot')
    .distinctOn('snapshot.project_id')
    .select([
      'snapshot.project_id as projectId',
      'content',
      sql<{
        expected: number | null;
        present: number;
        inFavour: number;
        opinion: string;
        exception: string | null;
      } | null>`(select jsonb_build_object('expected', expected, 'present', present,
        'inFavour', in_favour, 'opinion', opinion, 'exception', (select reason || '（' || asked_name || '提出、' || answered_name || '复核）'
          from confirmation where confirmation.id = confirmation_id)) from project_recommendation
        where project_recommendation.project_id = snapshot.project_id order by id desc limit 1)`.as('vote'),
      sql<string | null>`(select starts_on || ' 至 ' || ends_on from unit_publicity_project named
        join unit_publicity on unit_publicity.id = publicity_id
        where named.project_id = snapshot.project_id and cancel_reason is null order by publicity_id desc limit 1)`.as(
        'publicity',
      ),
      sql<number>`(select count(*) from objection where objection.project_id = snapshot.project_id)`.as(
        'objections',
      ),
      sql<Date | null>`(select at from state_event where entity = 'project' and entity_id = snapshot.project_id
        and event = 'report' order by id desc limit 1)`.as('reportedAt'),
      sql<{ verdict: keyof typeof eligibilityVerdicts; opinion: string; unmet: string[] } | null>`(
        select case step when 'decided' then jsonb_build_object('verdict', verdict, 'opinion', opinion, 'unmet',
          coalesce((select jsonb_agg(item ->> 'title') from jsonb_array_elements(items) item
            where not (item ->> 'isMet')::boolean), '[]')) end
        from eligibility_check where eligibility_check.project_id = snapshot.project_id order by id desc limit 1)`.as(
        'eligibility',
      ),
    ])
    .where('snapshot.project_id', 'in', ids)
    .orderBy('snapshot.project_id')
    .orderBy('round', 'desc')
    .execute();

type Listed = Awaited<ReturnType<typeof streamProjects>> extends AsyncGenerator<infer R> ? R : never;
type Row = {
  index: number;
  listed: Listed;
  series: string;
  form: ProjectForm;
  detail: Awaited<ReturnType<typeof findDetails>>[number];
};

const BATCH = 200;

/** The submitted projects of a list, in batches. */
async function* rowsOf(db: Db, reader: Principal, { kind, ...query }: Query): AsyncGenerator<Row> {
  const labels = await findDictLabels(db, 'title_series');
  let index = 0;
  const complete = async (batch: readonly Listed[]): Promise<Row[]> => {
    const details = await findDetails(
      db,
      batch.map(({ id }) => id),
    );
    const byId = new Map(details.map((detail) => [detail.projectId, detail]));
    return batch.map((listed) => {
      index += 1;
      const detail = byId.get(listed.id)!;
      const series = labels.get(listed.titleSeries ?? '') ?? '';
      return { index, listed, series, detail, form: ProjectForm.parse(detail.content.form) };
    });
  };
  let batch: Listed[] = [];
  for await (const row of streamProjects(db, reader, query, 'sheet')) {
    // Unsubmitted projects are in no sheet.
    if (row.no === null || (kind === 'eligible' && !isEligible(row.state))) continue;
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield* await complete(batch);
    batch = [];
  }
  if (batch.length > 0) yield* await complete(batch);
}

type Column = [header: string, value: (row: Row) => string | number | null];

const wordOf = (words: Readonly<Record<string, string>>, value: string | null | undefined) =>
  value ? (words[value] ?? value) : null;
const degreeOf = ({ form }: Row) => wordOf(degrees, highestDegree(form));
/** The unit as submitted; a college with its school, as in the list. */
const unitOf = ({ detail, listed }: Row) => {
  const { schoolName } = detail.content.person;
  const { institution } = listed;
  return institution === null || institution === schoolName ? schoolName : `${schoolName}（${institution}）`;
};
const target: Column[] = [
  ['申报系列', ({ series }) => series],
  ['申报层级', ({ listed }) => wordOf(levelWords, listed.titleLevel)],
  ['申报职称', ({ listed }) => listed.titleName],
  ['申报类型', ({ listed }) => wordOf(projectKinds, listed.kind)],
];
const subject: Column = [
  '申报学科',
  ({ form }) => form.target.subjects?.map(({ fullName }) => fullName).join('；') ?? null,
];
const head: Column[] = [
  ['序号', ({ index }) => index],
  ['编号', ({ listed }) => listed.no],
  ['姓名', ({ detail }) => detail.content.person.name],
  ['单位', unitOf],
];
const vote: Column = [
  '部门表决（赞成/实到/应到）',
  ({ detail: { vote: found } }) =>
    found &&
    `${[found.inFavour, found.present, found.expected ?? '—'].join('/')}${found.exception === null ? '' : `，例外推荐：${found.exception}`}`,
];
const figure = (header: string, of: (figures: ReturnType<typeof achievementsOf>) => number): Column => [
  header,
  ({ form }) => of(achievementsOf(form)),
];

const columns: Record<ProjectSheet, Column[]> = {
  roster: [
    ...head,
    ['性别', ({ detail }) => detail.content.person.gender],
    ['出生日期', ({ detail }) => detail.content.person.birthDate],
    ['院系或部门', ({ form }) => form.basic.department],
    ['最高学位', degreeOf],
    ['现职称', ({ form }) => form.basic.presentName],
    ['取得时间', ({ form }) => form.basic.presentSince],
    ...target,
    subject,
    ['手机', ({ form }) => form.basic.phone],
    ['状态', ({ listed }) => projectStates[listed.state]],
  ],
  overview: [
    ...head,
    ['出生日期', ({ detail }) => detail.content.person.birthDate],
    ['最高学位', degreeOf],
    ['参加工作时间', ({ form }) => form.basic.workStart],
    [
      '现职称及取得时间',
      ({ form }) => [form.basic.presentName, form.basic.presentSince].filter(Boolean).join(' '),
    ],
    ['申报职称', ({ listed }) => listed.titleName],
    subject,
    figure('课程', ({ courses }) => courses),
    figure('教学成果', ({ teachingResults }) => teachingResults),
    figure('论文', ({ papers }) => papers),
    figure('其中第一或通讯作者', ({ leadingPapers }) => leadingPapers),
    figure('著作', ({ books }) => books),
    figure('项目', ({ projects }) => projects),
    figure('其中主持', ({ ledProjects }) => ledProjects),
    figure('获奖', ({ awards }) => awards),
    figure('专利', ({ patents }) => patents),
    figure('代表作', ({ works }) => works),
    vote,
  ],
  checks: [
    ...head,
    ['申报职称', ({ listed }) => listed.titleName],
    ['申报类型', ({ listed }) => wordOf(projectKinds, listed.kind)],
    vote,
    ['单位推荐意见', ({ detail }) => detail.vote?.opinion ?? null],
    ['单位公示', ({ detail }) => detail.publicity],
    ['异议（件）', ({ detail }) => detail.objections],
    ['报送时间', ({ detail }) => (detail.reportedAt ? formatDateTime(detail.reportedAt) : null)],
    [
      '资格审查',
      ({ detail, listed }) =>
        wordOf(eligibilityVerdicts, detail.eligibility?.verdict) ?? projectStates[listed.state],
    ],
    ['不符合的条件', ({ detail }) => detail.eligibility?.unmet.join('；') ?? null],
    ['审查意见', ({ detail }) => detail.eligibility?.opinion ?? null],
  ],
  // For public notices: no personal details.
  eligible: [
    ['序号', ({ index }) => index],
    ['姓名', ({ detail }) => detail.content.person.name],
    ['单位', unitOf],
    ['院系或部门', ({ form }) => form.basic.department],
    ['现职称', ({ form }) => form.basic.presentName],
    ...target,
    subject,
  ],
};

const MAX_PRINTED = 1000;

/** A sheet of the submitted projects of a list, to print. At most `MAX_PRINTED` rows. */
export const readProjectSheet = async (db: Db, reader: Principal, query: Query) => {
  const { kind } = query;
  const rows: string[][] = [];
  for await (const row of rowsOf(db, reader, query)) {
    if (rows.length === MAX_PRINTED)
      return { headers: columns[kind].map(([header]) => header), rows, isCut: true };
    rows.push(columns[kind].map(([, value]) => String(value(row) ?? '')));
  }
  return { headers: columns[kind].map(([header]) => header), rows, isCut: false };
};

/** The same sheet as an Excel file, without a limit. */
export const exportProjectSheet = (db: Db, reader: Principal, query: Query) =>
  exportSheet(projectSheets[query.kind], rowsOf(db, reader, query), columns[query.kind]);
