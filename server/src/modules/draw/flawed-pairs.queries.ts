import { sql } from 'kysely';
import type { SelectionExpert, SelectionFile } from '@zhiping/shared/rules/assignment/selection.ts';
import { isHome, unfitReason, unusableReason } from '@zhiping/shared/rules/assignment/exclusion.ts';
import { DrawPlan } from '@zhiping/shared/rules/draw/plan.ts';
import type { TitleLevel } from '@zhiping/shared/rules/review-rule/facts.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import { findKeptBlocks } from '../conflict/judge-kept.ts';
import { holdsPlace } from '../assignment/assignment-workflow.ts';
import type { StoredDraw } from './draw-workflow.ts';
import {
  expertsWanted,
  findExpertsToDraw,
  findExpertsToJudge,
  findScope,
  paramsOf,
} from '../assignment/roster.queries.ts';

/** A project and an expert of the unreleased result who must not review it, with the reason. */
export type FlawedPair = { file: number; expert: number; reason: string };

type Draw = Pick<StoredDraw, 'cycle_id' | 'plan'>;
type Bounds = { at: Date; only: readonly number[] | undefined };
type Held = {
  file: number;
  experts: number[];
  /** Experts whose assignments wait for release. */
  waiting: number[] | null;
  isInReview: boolean;
  series: string | null;
  level: string | null;
  schoolId: number;
};

/**
 * Projects with all their present experts, of the whole cycle or only of some projects. Reads only ids: a province has
 * a hundred thousand assignments.
 */
const findHeld = async (db: Db, { cycle_id: cycleId }: Draw, only: Bounds['only']) => {
  const { rows } = await sql<Held>`
    select project_id as file, experts, waiting, project.state in ('eligible', 'inExternalReview') as "isInReview",
      title_series as series, title_level as level, school_id as "schoolId"
    from (select project_id, array_agg(expert_id) as experts, array_agg(expert_id) filter (where state = 'proposed') as waiting
      from assignment
      where cycle_id = ${cycleId} and ${holdsPlace} and (${only === undefined} or project_id = any(${only ?? []}::bigint[]))
      group by project_id) as held
    join project on project.id = project_id`.execute(db);
  return rows;
};

/** Number of projects of the cycle for each expert. */
const countLoads = (files: readonly Held[]) => {
  const loads = new Map<number, number>();
  for (const { experts } of files) for (const id of experts) loads.set(id, (loads.get(id) ?? 0) + 1);
  return loads;
};

/**
 * Experts with a blocking conflict among the unreleased assignments, by project. Looks up each assignment: a province
 * has half a million conflicts, too many to read all.
 */
const findBlocked = async (db: Db, { cycle_id: cycleId }: Draw, only: Bounds['only']) => {
  const { rows } = await sql<{ file: number; expert: number }>`
    select assignment.project_id as file, assignment.expert_id as expert from assignment
    where assignment.cycle_id = ${cycleId} and assignment.state = 'proposed' and (${only === undefined} or project_id = any(${only ?? []}::bigint[]))
      and exists (select from conflict where effective = 'block' and conflict.cycle_id = ${cycleId}
        and conflict.project_id = assignment.project_id and conflict.expert_id = assignment.expert_id offset 0)`.execute(
    db,
  );
  return Map.groupBy(rows, ({ file }) => file);
};

/**
 * Checks an expert against the limits of schools and provinces in one project, by present facts: schools merge, and
 * experts change schools.
 */
const createGroupDenial = (
  { limits }: ReturnType<typeof paramsOf>,
  { wanted, file, holders }: { wanted: number; file: SelectionFile; holders: readonly SelectionExpert[] },
) => {
  const most = limits.oneOfASchool?.most ?? Infinity;
  const least = limits.otherProvinces?.least ?? 0;
  const home = least === 0 ? 0 : holders.filter((expert) => isHome(file, expert)).length;
  const isTooNear = home > Math.max(0, Math.max(wanted, holders.length) - least);
  return (expert: SelectionExpert): string | null => {
    const { schoolId } = expert;
    const own = schoolId === null ? 0 : holders.filter((other) => other.schoolId === schoolId).length;
    if (own > most) return `同一学校的专家有 ${own} 人，最多 ${most} 人`;
    return isTooNear && isHome(file, expert) ? `外省专家至少 ${least} 人` : null;
  };
};

/**
 * Pairs of the unreleased result that the rules of the draw do not allow at present. All pairs are judged each time, in
 * memory, so nothing has to track what changed since the roster was frozen.
 */
export const findFlawedPairs = async (db: Db, draw: Draw, { at, only }: Bounds): Promise<FlawedPair[]> => {
  const day = dayOf(at);
  const held = await findHeld(db, draw, only);
  const files = held.filter(({ isInReview, waiting }) => isInReview && waiting !== null);
  if (files.length === 0) return [];
  const blocked = await findBlocked(db, draw, only);
  const kept = Map.groupBy(
    await findKeptBlocks(db, { cycleId: draw.cycle_id, at }, only),
    ({ file }) => file,
  );
  const scope = await findScope(db, draw.cycle_id);
  const loads = countLoads(held);
  const found = only
    ? await findExpertsToDraw(db, scope, day, [...loads.keys()])
    : await findExpertsToJudge(db, scope, day, loads);
  const experts = new Map(found.map((expert) => [Number(expert.id), expert]));
  const params = { ...paramsOf(DrawPlan.parse(draw.plan), { rules: scope.rules, day }), seed: '' };
  // `openLoad` includes the assignment that is judged.
  const unusable = new Map(
    [...experts].map(([id, expert]) => [
      id,
      unusableReason({ ...expert, openLoad: expert.openLoad - 1 }, params)?.words ?? null,
    ]),
  );
  const wanted = expertsWanted(scope.rules);
  const fileOf = ({ file, series, level, schoolId }: Held): SelectionFile => {
    const school = scope.register.institutionOf(schoolId).id;
    return {
      id: file,
      subjects: [],
      series,
      // Eligible projects always have a level.
      level: level as TitleLevel,
      schoolId: school,
      province: scope.provinces.get(school) ?? null,
      need: 0,
    };
  };
  return files.flatMap((one) => {
    const file = fileOf(one);
    const holders = one.experts.map((id) => experts.get(id)).filter((expert) => expert !== undefined);
    const unwanted = blocked.get(one.file);
    const keptFrom = kept.get(one.file);
    const groupDenial = createGroupDenial(params, { wanted, file, holders });
    const reasonFor = (id: number): string | null => {
      if (unwanted?.some(({ expert }) => expert === id)) return '须回避';
      if (keptFrom?.some(({ expert }) => expert === id)) return '安排时有须回避的情形';
      const expert = experts.get(id);
      if (!expert) return '不在专家库中';
      return unusable.get(id) ?? unfitReason(file, expert, params)?.words ?? groupDenial(expert);
    };
    return (one.waiting ?? []).flatMap((expert) => {
      const reason = reasonFor(expert);
      return reason === null ? [] : [{ file: one.file, expert, reason }];
    });
  });
};

/** Flaws of the unreleased result of a cycle's draw; empty if none waits. */
export const findFlawedOfCycle = async (db: Db, cycleId: number, at: Date): Promise<FlawedPair[]> => {
  const draw = await db
    .selectFrom('draw')
    .select(['cycle_id', 'plan'])
    .where('cycle_id', '=', cycleId)
    .where('state', '=', 'drawn')
    .executeTakeFirst();
  return draw ? findFlawedPairs(db, draw, { at, only: undefined }) : [];
};
