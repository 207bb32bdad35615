import { type RawBuilder, sql } from 'kysely';
import type { ProjectState } from '@zhiping/shared/rules/project/states.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { isSelf } from '../person/own-case.ts';

/** Projects that an account applies with: the applicant's own calls. */
export const isOwnProject = ({ userId }: Principal): RawBuilder<boolean> =>
  sql<boolean>`project.person_id = (select person_id from applicant where user_id = ${userId})`;

/** Projects of the person behind an account, also if another account of theirs applies. */
export const isOwnCase = (reader: Principal): RawBuilder<boolean> => isSelf(reader, 'project.person_id');

/** Permissions to handle projects, their experts or their materials. An account that has one is no supervisor. */
const handlingPermissions = ['project:decide', 'project:check', 'review:list', 'conflict:list', 'blind:list'];

/**
 * The role in which an account reads projects. An unrestricted scope belongs to the office, or to a supervisor if the
 * account has no permission to handle projects.
 */
export const checkerOf = (reader: Principal): 'school' | 'office' | 'supervisor' | null => {
  if (!holds(reader, ['project:list'])) return null;
  if (reader.deptScope !== null) return 'school';
  return holds(reader, handlingPermissions) ? 'office' : 'supervisor';
};

/** Given up or lapsed after the school's report. Those who decided about such a project can still read it. */
export const wasWithdrawnAfterReport = sql<boolean>`exists (select from state_event where entity = 'project'
  and entity_id = project.id and to_state = 'withdrawn' and from_state in ('reported', 'supplementing'))`;

/** Never submitted, or withdrawn before the report: only the applicant sees the content. */
export const isUnfinished = sql<boolean>`(project.state = 'draft'
  or (project.state = 'withdrawn' and not ${wasWithdrawnAfterReport}))`;

/** Reported by a school whose supervising body is in the reader's scope, in a cycle in which bodies check. */
export const isOfBody = ({ bodyScope }: Principal): RawBuilder<boolean> =>
  bodyScope.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(project.school_id = any(${[...bodyScope]}::bigint[]) and project.state <> 'draft'
        and exists (select from cycle held where held.id = project.cycle_id and body_closes_at is not null)
        and exists (select from state_event where entity = 'project' and entity_id = project.id and event = 'report'))`;

/**
 * Projects within the reader's scope, except their own. Office and supervisors see a project from its first submission.
 */
export const isWithinReaderScope = (reader: Principal): RawBuilder<boolean> => {
  const checker = checkerOf(reader);
  const isSubmitted =
    checker === 'office' || checker === 'supervisor'
      ? sql<boolean>`project.state <> 'draft' and project.no is not null`
      : sql<boolean>`true`;
  return sql<boolean>`(${inDeptScope(reader, 'project.school_id')} or ${isOfBody(reader)}) and ${isSubmitted}
    and not ${isOwnCase(reader)}`;
};

/** The projects that the reader checks: the one condition for list, count, sort, filter and export. */
export const isChecked = (reader: Principal): RawBuilder<boolean> =>
  checkerOf(reader) === 'supervisor' ? sql<boolean>`false` : isWithinReaderScope(reader);

/** Projects of which the reader may know only number and state. Filters by other fields do not apply to them. */
export const isSupervised = (reader: Principal): RawBuilder<boolean> =>
  checkerOf(reader) === 'supervisor' ? isWithinReaderScope(reader) : sql<boolean>`false`;

export const isCounted = (reader: Principal): RawBuilder<boolean> =>
  checkerOf(reader) === null ? sql<boolean>`false` : isWithinReaderScope(reader);

/** Whether the reader applies with this account, or the project is one that they do not handle for it is their own. */
export const ownOf = (reader: Principal) =>
  sql<'applicant' | 'case' | null>`case when coalesce(${isOwnProject(reader)}, false) then 'applicant'
    when ${isOwnCase(reader)} then 'case' end`;

type Subject = {
  own: 'applicant' | 'case' | null;
  state: ProjectState;
  school_id: number;
  wasGivenUpLate?: boolean;
  isOfBody: boolean;
};

/** The role in which a reader sees the content of a project; null means not found. */
export const viewOf = (
  reader: Principal,
  { own, state, school_id, wasGivenUpLate: isKept = false, isOfBody: isReported }: Subject,
): 'applicant' | 'school' | 'office' | null => {
  // Officers do not check their own project. Only the account that applies reads it as its applicant.
  if (own === 'case') return null;
  if (own === 'applicant') return holds(reader, ['project:apply']) ? 'applicant' : null;
  if (state === 'draft' || (state === 'withdrawn' && !isKept)) return null;
  const checker = checkerOf(reader);
  // Supervisors have their own list of numbers and states, without content.
  if (checker === 'supervisor') return null;
  const isInScope = checker !== 'school' || reader.deptScope?.includes(school_id) || isReported;
  return isInScope ? checker : null;
};
