import { formerStates } from '@zhiping/shared/rules/assignment/states.ts';
import { createPairRows } from '@zhiping/shared/rules/assignment/pair-rows.ts';
import type { PairParts } from '@zhiping/shared/rules/assignment/pair-parts.ts';
import type { Selection, SelectionExpert } from '@zhiping/shared/rules/assignment/selection.ts';
import { createExclusion, isHome, placesOf } from '@zhiping/shared/rules/assignment/exclusion.ts';
import { DrawPlan, standardPlan, withoutMatchLimits } from '@zhiping/shared/rules/draw/plan.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import {
  expertsWanted,
  findConflictsOf,
  findExpertsToDraw,
  findFilesToAssign,
  findScope,
  paramsOf,
} from './roster.queries.ts';
import { holdsPlace } from './assignment-workflow.ts';

/** Chance plays no part where one place is filled: the seed is not used. */
const NO_SEED = '0'.repeat(64);

/** Who may take a place of one file at this moment. */
export type CandidatesOfProject = {
  /** Those who may, the best first, and how many files each may have in the cycle. */
  allowed: { expert: SelectionExpert; parts: PairParts; most: number }[];
  /** Why an expert is not allowed, in Chinese; null if allowed, undefined if not in the pool. */
  denialOf: (expertId: number) => string | null | undefined;
};

/** Experts who hold a place of the file, and the schools of them. */
const findHolders = (db: Db, projectId: number, except: number | null) =>
  db
    .selectFrom('assignment')
    .select('expert_id')
    .where('project_id', '=', projectId)
    .where(holdsPlace)
    .where('id', '<>', except ?? 0)
    .execute();

/** Experts who gave this project back or were replaced do not get it again. */
const findFormer = (db: Db, projectId: number) =>
  db
    .selectFrom('assignment')
    .select('expert_id')
    .where('project_id', '=', projectId)
    .where('state', 'in', formerStates)
    .execute();

/** The plan of the newest result of the cycle: successors are weighed in the same points. One that is only planned weighs nothing. */
const findPlan = async (db: Db, cycleId: number): Promise<DrawPlan> => {
  const draw = await db
    .selectFrom('draw')
    .select('plan')
    .where('cycle_id', '=', cycleId)
    .where('state', 'in', ['drawn', 'released'])
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst();
  return draw ? DrawPlan.parse(draw.plan) : standardPlan;
};

type Place = {
  cycleId: number;
  projectId: number;
  at: Date;
  except?: number | null;
  /** Whether a person chooses, with a reason: what the plan asks of the match binds only the machine. */
  isByHand: boolean;
};

/**
 * Candidates for one place of a file, by the rules, conflicts and loads of this moment. `except` is the assignment whose place it
 * is. The one who best fits at the least load comes first, what is released is not moved (review design §8).
 */
export const candidatesOfProject = async (
  db: Db,
  { cycleId, projectId, at, except = null, isByHand }: Place,
): Promise<CandidatesOfProject> => {
  const scope = await findScope(db, cycleId);
  const day = dayOf(at);
  const [file] = await findFilesToAssign(db, scope, [projectId]);
  if (!file) throw notFound('申报');
  // One after the other: within a transaction there is one connection.
  const experts = await findExpertsToDraw(db, scope, day);
  const conflicts = await findConflictsOf(db, [projectId]);
  const holders = await findHolders(db, projectId, except);
  const former = await findFormer(db, projectId);
  const plan = await findPlan(db, cycleId);
  const planned = {
    ...paramsOf({ ...plan, mode: 'optimise', noise: 0 }, { rules: scope.rules, day }),
    seed: NO_SEED,
  };
  const params = isByHand ? withoutMatchLimits(planned) : planned;
  const selection: Selection = { files: [file], experts, conflicts, params };
  const position = new Map(experts.map(({ id }, index) => [Number(id), index]));
  const holding = new Set(holders.map(({ expert_id }) => expert_id));
  const gone = new Set(former.map(({ expert_id }) => expert_id));
  const staying = holders.flatMap(({ expert_id }) => experts[position.get(expert_id) ?? -1] ?? []);
  const schools = Map.groupBy(staying, ({ schoolId }) => schoolId);
  const mostOfSchool = params.limits.oneOfASchool?.most ?? Infinity;
  const leastOthers = params.limits.otherProvinces?.least ?? 0;
  const places = Math.max(expertsWanted(scope.rules), holders.length + 1);
  const home = staying.filter((expert) => isHome(file, expert)).length;
  const exclusionOf = createExclusion(selection);
  const denialAt = (index: number): string | null => {
    const expert = experts[index]!;
    const { id, schoolId } = expert;
    if (holding.has(Number(id))) return '已在评审这份材料';
    if (gone.has(Number(id))) return '曾被更换或已退出这份材料';
    if (schoolId !== null && (schools.get(schoolId)?.length ?? 0) >= mostOfSchool)
      return `同一学校的专家已有 ${mostOfSchool} 人`;
    if (isHome(file, expert) && home >= Math.max(0, places - leastOthers))
      return `外省专家至少 ${leastOthers} 人`;
    return exclusionOf(0, index)?.words ?? null;
  };
  const row = createPairRows(selection).fill(0);
  const allowed = Array.from({ length: row.length }, (_, place) => {
    const expert = experts[row.expert[place]!]!;
    const load = params.load.first + params.load.step * expert.openLoad;
    const [match, ring, warning] = [row.match[place]!, row.ring[place]!, row.warning[place]!];
    const rating = Math.round(params.ratingPoints * 100 * (expert.rating - 3));
    return {
      expert,
      index: row.expert[place]!,
      parts: { match, ring, rating, warning, noise: 0, load, total: match + rating - warning - load },
    };
  })
    .filter(({ index }) => denialAt(index) === null)
    .toSorted((a, b) => b.parts.total - a.parts.total || a.index - b.index)
    .map(({ expert, parts }) => ({
      expert,
      parts,
      most: expert.openLoad + placesOf(expert, params),
    }));
  return {
    allowed,
    denialOf: (expertId) => {
      const index = position.get(expertId);
      return index === undefined ? undefined : denialAt(index);
    },
  };
};
