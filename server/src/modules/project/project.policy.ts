import { type RawBuilder, sql } from 'kysely';
import type { ProjectState } from '@zhiping/shared/rules/project/states.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';

/** The person for whom an account applies. */
const ownPerson = ({ userId }: Principal) =>
  sql<number | null>`(select person_id from applicant where user_id = ${userId})`;

/** The reader's own projects: those of the person behind the account for applications. */
export const isOwnProject = (reader: Principal): RawBuilder<boolean> =>
  sql<boolean>`project.person_id = ${ownPerson(reader)}`;

/** Permissions to handle projects, their experts or their materials. */
const handling = ['project:decide', 'project:check', 'review:list', 'conflict:list', 'blind:list'];

/**
 * The role in which an account reads projects: an unrestricted scope runs the review, or supervises it without any
 * permission to handle it.
 */
export const checkerOf = (reader: Principal): 'school' | 'office' | 'supervisor' | null => {
  if (!holds(reader, ['project:list'])) return null;
  if (reader.deptScope !== null) return 'school';
  return holds(reader, handling) ? 'office' : 'supervisor';
};

/** Given up, or lapsed, after the school had reported it: what was decided about stays readable for those who decide. */
export const wasGivenUpLate = sql<boolean>`exists (select from state_event where entity = 'project'
  and entity_id = project.id and to_state = 'withdrawn' and from_state in ('reported', 'supplementing'))`;

/** Never submitted, or withdrawn or given up before: the content is visible only to the applicant. */
export const isUnfinished = sql<boolean>`(project.state = 'draft'
  or (project.state = 'withdrawn' and not ${wasGivenUpLate}))`;

/** Reported by a school whose supervising body the reader works for, in a cycle in which bodies check. */
export const isOfBody = ({ bodyScope }: Principal): RawBuilder<boolean> =>
  bodyScope.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(project.school_id = any(${[...bodyScope]}::bigint[]) and project.state <> 'draft'
        and exists (select from cycle held where held.id = project.cycle_id and body_closes_at is not null)
        and exists (select from state_event where entity = 'project' and entity_id = project.id and event = 'report'))`;

/**
 * Projects within the reader's scope, never their own. Those who run or supervise the review see one from its first
 * submission.
 */
export const isInReach = (reader: Principal): RawBuilder<boolean> => {
  const checker = checkerOf(reader);
  const isSubmitted =
    checker === 'office' || checker === 'supervisor'
      ? sql<boolean>`project.state <> 'draft' and project.no is not null`
      : sql<boolean>`true`;
  return sql<boolean>`(${inDeptScope(reader, 'project.school_id')} or ${isOfBody(reader)}) and ${isSubmitted}
    and project.person_id is distinct from ${ownPerson(reader)}`;
};

/** The projects that the reader checks. The one condition behind list, count, sort, filter and export. */
export const isChecked = (reader: Principal): RawBuilder<boolean> =>
  checkerOf(reader) === 'supervisor' ? sql<boolean>`false` : isInReach(reader);

/** The projects of which the reader may know number and state only; filters by hidden fields do not apply to them. */
export const isSupervised = (reader: Principal): RawBuilder<boolean> =>
  checkerOf(reader) === 'supervisor' ? isInReach(reader) : sql<boolean>`false`;

/** The projects that are counted for the reader. */
export const isCounted = (reader: Principal): RawBuilder<boolean> =>
  checkerOf(reader) === null ? sql<boolean>`false` : isInReach(reader);

type Subject = {
  isOwn: boolean;
  state: ProjectState;
  school_id: number;
  wasGivenUpLate?: boolean;
  isOfBody: boolean;
};

/** The role in which a reader sees the content of a project; null means not found. */
export const viewOf = (
  reader: Principal,
  { isOwn, state, school_id, wasGivenUpLate: isKept = false, isOfBody: isReported }: Subject,
): 'applicant' | 'school' | 'office' | null => {
  // Officers do not check their own project.
  if (isOwn) return holds(reader, ['project:apply']) ? 'applicant' : null;
  if (state === 'draft' || (state === 'withdrawn' && !isKept)) return null;
  const checker = checkerOf(reader);
  // Supervisors read numbers and states in a list of their own, without content.
  if (checker === 'supervisor') return null;
  const isInScope = checker !== 'school' || reader.deptScope?.includes(school_id) || isReported;
  return isInScope ? checker : null;
};
