import { type RawBuilder, sql } from 'kysely';
import { type FileMark, fileMarks, taskMarks, type TaskMark } from '@zhiping/shared/contracts/assignment.ts';
import { lastOver } from '@zhiping/shared/rules/review-rule/moments.ts';
import { WIDE_SPREAD } from '@zhiping/shared/rules/opinion/figures.ts';
import { holdsPlace, isAwaited, isOnRecord } from '../assignment/assignment-workflow.ts';
import type { RoundRules } from '../assignment/round-rules.queries.ts';
import { isFlaggedOfMany } from '../assignment/flagged.queries.ts';
import { isReported } from './material-reports.queries.ts';

/** Projects that have experts or will have them. */
export const inReview = sql<boolean>`project.state in ('eligible', 'inExternalReview', 'externalPassed', 'externalFailed')`;

const isLate = (at: Date) => sql<boolean>`${isAwaited} and assignment.due_at <= ${lastOver(at)}`;

/**
 * Assignments whose opinion is in: submitted, or recalled or returned and not submitted again in time, where the last
 * submitted version counts.
 */
export const counts = (at: Date) =>
  sql<boolean>`(assignment.state in ('submitted', 'locked') or (assignment.is_counted and ${isLate(at)}))`;

/** Conditions on one assignment in a cycle; the index of the board covers them. */
export const isTaskMarked = ({
  cycleId,
  at,
}: Pick<Scope, 'cycleId' | 'at'>): Record<TaskMark, RawBuilder<boolean>> => ({
  unsigned: sql<boolean>`assignment.state = 'released'`,
  open: sql<boolean>`assignment.state in ('accepted', 'reviewing', 'returned')`,
  late: isLate(at),
  // Independent of the row: evaluated once.
  extended: sql<boolean>`${isAwaited}
    and assignment.due_at > (select review_closes_at from cycle where cycle.id = ${cycleId})`,
  returned: sql<boolean>`assignment.state = 'returned'`,
  submitted: sql<boolean>`assignment.state in ('submitted', 'locked')`,
});
export const taskMarkNames = Object.keys(taskMarks) as TaskMark[];
export const fileMarkNames = Object.keys(fileMarks) as FileMark[];

type Places = {
  project_id: number;
  held: number;
  handed: number;
  proposed: number;
  late: number;
  extended: number;
  last_due: Date | null;
  match: number;
  excluded: number;
};
type Scope = { cycleId: number; at: Date; rules: RoundRules };
/** Files with places that must be replaced before they are released (`findFlawedOfCycle`). */
type Marked = { rules: RoundRules; flawed: readonly number[] };

/**
 * All projects of a cycle by their assignments, in one pass over an index; joined as `place`. Materialised: with a rare
 * filter it would otherwise be counted again for each project.
 */
export const placesByFile = ({ cycleId, at, rules: { negatives } }: Scope) => {
  const is = isTaskMarked({ cycleId, at });
  return sql<Places>`(with counted as materialized (
    select project_id, count(*) filter (where ${holdsPlace}) as held, sum(match) filter (where ${holdsPlace}) as match,
      count(*) filter (where state = 'excluded') as excluded,
      count(*) filter (where ${counts(at)}) as handed,
      count(*) filter (where assignment.state in ('reviewing', 'returned')) as begun,
      count(*) filter (where state = 'proposed') as proposed,
      count(*) filter (where ${is.late}) as late,
      count(*) filter (where ${is.extended}) as extended,
      max(due_at) filter (where ${holdsPlace}) as last_due,
      count(*) filter (where state not in ('proposed', 'excluded') and ${isFlaggedOfMany(cycleId)}) as flagged,
      bool_or(${is.returned}) as is_returned,
      max(total) filter (where ${counts(at)}) - min(total) filter (where ${counts(at)}) as spread,
      count(*) filter (where ${counts(at)} and answer = any(${[...negatives]}::text[])) as disagreed
    from assignment where assignment.cycle_id = ${cycleId} and ${isOnRecord} group by project_id
  ) select * from counted)`;
};

const held = sql`coalesce(place.held, 0)`;
const handed = sql`coalesce(place.handed, 0)`;

/** Conditions on a project whose assignments are joined as `place`. */
export const isFileMarked = ({
  rules: { wanted, extra },
  flawed,
}: Marked): Record<FileMark, RawBuilder<boolean>> => {
  const isDone = sql<boolean>`${handed} >= ${wanted} and ${handed} = ${held}`;
  const isBegun = sql<boolean>`${handed} + coalesce(place.begun, 0) > 0`;
  return {
    notBegun: sql<boolean>`not ${isBegun}`,
    underway: sql<boolean>`${isBegun} and not (${isDone})`,
    done: isDone,
    reported: isReported,
    short: sql<boolean>`${held} < ${wanted}`,
    flagged: sql<boolean>`(coalesce(place.flagged, 0) > 0 or project.id = any(${[...flawed]}::bigint[]))`,
    late: sql<boolean>`coalesce(place.late, 0) > 0`,
    extended: sql<boolean>`coalesce(place.extended, 0) > 0`,
    returned: sql<boolean>`coalesce(place.is_returned, false)`,
    wide: sql<boolean>`coalesce(place.spread, 0) >= ${WIDE_SPREAD}`,
    excluded: sql<boolean>`coalesce(place.excluded, 0) > 0`,
    extra:
      extra === 0
        ? sql<boolean>`false`
        : sql<boolean>`${isDone} and ${held} <= ${wanted} and place.disagreed = ${extra}`,
  };
};

/** How many files, and how many of them are marked how. */
export const markCounts = (marked: Marked) => {
  const is = isFileMarked(marked);
  return [
    sql<number>`count(*)::integer`.as('files'),
    ...fileMarkNames.map((mark) => sql<number>`(count(*) filter (where ${is[mark]}))::integer`.as(mark)),
  ];
};

/** The counts of a row that was selected with `markCounts`. */
export const marksOf = (row: object): Record<FileMark, number> =>
  Object.fromEntries(fileMarkNames.map((mark) => [mark, (row as Record<FileMark, number>)[mark]])) as Record<
    FileMark,
    number
  >;
