import { sql } from 'kysely';
import type { z } from 'zod';
import { UNKNOWN_SORT } from '@zhiping/shared/constants.ts';
import type { FiguresRow, reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import {
  type ExpertFigures,
  expertFigures,
  leanings,
  type OpinionFact,
} from '@zhiping/shared/rules/expert/figures.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, likePattern } from '../../platform/database/db.ts';
import { whereGiven } from '../../platform/database/where-given.ts';
import { badRequest, forbidden } from '../../platform/errors.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { coveredCycles } from '../mapping/mapping.policy.ts';
import { isOthersPlace } from '../assignment/assignment.policy.ts';
import { recordExport } from './export-round.ts';
import { roundRulesOf } from '../assignment/round-rules.queries.ts';
import { unitName } from '../school/unit-name.ts';

type Query = Omit<z.output<typeof reviewBoardApi.figures.query>, 'page' | 'size'>;
type Figure = { expertId: number } & ExpertFigures;

const sortable = ['opinions', 'severity', 'agreement', 'days', 'minutes'] as const;
type Sortable = (typeof sortable)[number];
const isSortable = (field: string): field is Sortable => (sortable as readonly string[]).includes(field);

/** Answers that count as disagreement, by the rules of each cycle that has opinions. */
const findNegatives = async (db: Db) => {
  const cycles = await db
    .selectFrom('cycle')
    .innerJoin('rule_set', (join) =>
      join.onRef('rule_set.cycle_id', '=', 'cycle.id').onRef('rule_set.version', '=', 'cycle.rule_version'),
    )
    .select(['cycle.id', 'content'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('assignment').select('assignment.id').whereRef('cycle_id', '=', 'cycle.id')),
    )
    .execute();
  return new Map(cycles.map(({ id, content }) => [id, new Set(roundRulesOf(content).negatives)]));
};

/** All submitted opinions, of one cycle or of all, with the facts for figures. */
const findFacts = async (db: Db, reader: Principal, cycleId: number | undefined): Promise<OpinionFact[]> => {
  const negatives = await findNegatives(db);
  const rows = await db
    .selectFrom('assignment')
    .leftJoin('review', 'assignment_id', 'assignment.id')
    .leftJoin('external_result', 'external_result.project_id', 'assignment.project_id')
    .select([
      'assignment.cycle_id as cycle',
      'expert_id as expert',
      'assignment.project_id as file',
      'total',
      'answer',
      'outcome',
      sql<number | null>`(extract(epoch from submitted_at - released_at) / 86400)::float8`.as('days'),
      sql<number | null>`(nullif(seconds, 0) / 60.0)::float8`.as('minutes'),
    ])
    .where('assignment.state', 'in', ['submitted', 'locked'])
    .where(isOthersPlace(reader))
    // The figure of a single opinion is that opinion, which would reveal its expert.
    .where(sql<boolean>`assignment.cycle_id not in ${coveredCycles}`)
    .$call(whereGiven(cycleId, (found, given) => found.where('assignment.cycle_id', '=', given)))
    .execute();
  return rows.map(({ cycle, answer, ...fact }) => ({
    ...fact,
    isNegative: answer !== null && (negatives.get(cycle)?.has(answer) ?? false),
  }));
};

const findNamed = async (db: Db, blurry: string) => {
  const experts = await db
    .selectFrom('expert')
    .select('id')
    .where('name', 'ilike', likePattern(blurry))
    .execute();
  return new Set(experts.map(({ id }) => id));
};

/** Sorts by a figure; rows without it come last in both directions. */
const byFigure = (field: Sortable, direction: 1 | -1) => (one: Figure, other: Figure) => {
  const [a, b] = [one[field], other[field]];
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return (a - b) * direction;
};

/** The first term alone orders: figures are seldom equal. */
const sorted = (figures: Figure[], sort: string[] | undefined) => {
  const [field = 'opinions', direction = sort ? 'asc' : 'desc'] = sort?.[0]?.split(',') ?? [];
  if (!isSortable(field))
    throw badRequest(UNKNOWN_SORT, `不能按 ${field} 排序，可用的排序字段：${sortable.join('、')}`);
  return figures
    .toSorted((one, other) => one.expertId - other.expertId)
    .toSorted(byFigure(field, direction === 'desc' ? -1 : 1));
};

const compute = async (
  db: Db,
  reader: Principal,
  { cycleId, expertId, blurry, sort }: Query,
): Promise<Figure[]> => {
  if (reader.deptScope !== null) throw forbidden();
  const named = blurry ? await findNamed(db, blurry) : null;
  const figures = expertFigures(await findFacts(db, reader, cycleId));
  const rows = [...figures].map(([expert, one]) => ({ expertId: expert, ...one }));
  const isMeant = (id: number) => (expertId ?? id) === id && (named?.has(id) ?? true);
  return sorted(
    rows.filter((row) => isMeant(row.expertId)),
    sort,
  );
};

const withNames = async (db: Db, figures: readonly Figure[]): Promise<FiguresRow[]> => {
  const experts = await db
    .selectFrom('expert')
    .leftJoin('dept', 'dept.id', 'school_id')
    .select(['expert.id', 'expert.name', unitName<string | null>().as('schoolName')])
    .where(sql<boolean>`expert.id = any(${figures.map(({ expertId }) => expertId)}::bigint[])`)
    .execute();
  const byId = new Map(experts.map((expert) => [expert.id, expert]));
  return figures.map((figure) => ({
    ...figure,
    name: byId.get(figure.expertId)?.name ?? '',
    schoolName: byId.get(figure.expertId)?.schoolName ?? null,
  }));
};

type PageQuery = z.output<typeof reviewBoardApi.figures.query>;

/** How severe, how much in accord with the results and how quick experts are, for the office alone. */
export const findFigures = async (db: Db, reader: Principal, { page, size, ...query }: PageQuery) => {
  const figures = await compute(db, reader, query);
  return {
    totalElements: figures.length,
    content: await withNames(db, figures.slice(page * size, (page + 1) * size)),
  };
};

async function* rowsOf(db: Db, figures: readonly Figure[]) {
  yield* await withNames(db, figures);
}

export const exportFigures = async (db: Db, reader: Principal, query: Query) => {
  const figures = await compute(db, reader, query);
  await recordExport(db, reader, { cycleId: query.cycleId ?? null, sheet: 'figures', isNamed: true });
  return exportSheet('专家宽严、一致与用时', rowsOf(db, figures), [
    ['专家', (row) => row.name],
    ['单位', (row) => row.schoolName],
    ['意见份数', (row) => row.opinions],
    ['与同材料其他专家的平均分差', (row) => row.severity],
    ['宽严', (row) => row.leaning && leanings[row.leaning]],
    ['可比较份数', (row) => row.compared],
    ['结论与结果一致（%）', (row) => row.agreement],
    ['已有结果份数', (row) => row.judged],
    ['从送审到提交（天，中位数）', (row) => row.days],
    ['打开材料的时间（分钟，中位数）', (row) => row.minutes],
  ]);
};
