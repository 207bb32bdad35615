import { type RawBuilder, sql } from 'kysely';
import type { ProjectState } from '@zhiping/shared/rules/project/states.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';

/** The person for whom an account applies. */
const ownPerson = ({ userId }: Principal) =>
  sql<number | null>`(select person_id from applicant where user_id = ${userId})`;

/** Applications of the reader himself: the person behind his account for applications. */
export const isOwnProject = (reader: Principal): RawBuilder<boolean> =>
  sql<boolean>`project.person_id = ${ownPerson(reader)}`;

/** Whoever has one of these handles applications, their experts or their files. */
const handling = ['project:decide', 'project:check', 'review:list', 'conflict:list', 'blind:list'];

/**
 * As what somebody looks at applications: whose scope is not bound to departments runs the review, or, where he handles nothing of it,
 * supervises it.
 */
export const checkerOf = (reader: Principal): 'school' | 'office' | 'supervisor' | null => {
  if (!holds(reader, ['project:list'])) return null;
  if (reader.deptScope !== null) return 'school';
  return holds(reader, handling) ? 'office' : 'supervisor';
};

/** Given up, or lapsed, after the school had reported it: what was decided about stays readable for those who decide. */
export const wasGivenUpLate = sql<boolean>`exists (select from state_event where entity = 'project'
  and entity_id = project.id and to_state = 'withdrawn' and from_state in ('reported', 'supplementing'))`;

/** Never handed in, taken back or given up before: what stands in it is for nobody but the applicant. */
export const isUnfinished = sql<boolean>`(project.state = 'draft'
  or (project.state = 'withdrawn' and not ${wasGivenUpLate}))`;

/** Reported by a school whose supervising body the reader works for, in a cycle in which bodies check. */
export const isOfBody = ({ bodyScope }: Principal): RawBuilder<boolean> =>
  bodyScope.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(project.school_id = any(${[...bodyScope]}::bigint[]) and project.state <> 'draft'
        and exists (select from cycle held where held.id = project.cycle_id and body_closes_at is not null)
        and exists (select from state_event where entity = 'project' and entity_id = project.id and event = 'report'))`;

/** Applications within the scope of the reader, never his own. Whoever runs or supervises the review learns of one when it is first handed in. */
export const isInReach = (reader: Principal): RawBuilder<boolean> => {
  const checker = checkerOf(reader);
  const isSubmitted =
    checker === 'office' || checker === 'supervisor'
      ? sql<boolean>`project.state <> 'draft' and project.no is not null`
      : sql<boolean>`true`;
  return sql<boolean>`(${inDeptScope(reader, 'project.school_id')} or ${isOfBody(reader)}) and ${isSubmitted}
    and project.person_id is distinct from ${ownPerson(reader)}`;
};

/** The applications that somebody checks. The one condition behind list, count, sort, filter and export. */
export const isChecked = (reader: Principal): RawBuilder<boolean> =>
  checkerOf(reader) === 'supervisor' ? sql<boolean>`false` : isInReach(reader);

/** The applications whose numbers and states the reader may know, and nothing else: with them goes no filter by anything that is hidden. */
export const isSupervised = (reader: Principal): RawBuilder<boolean> =>
  checkerOf(reader) === 'supervisor' ? isInReach(reader) : sql<boolean>`false`;

/** The applications that are counted for the reader. */
export const isCounted = (reader: Principal): RawBuilder<boolean> =>
  checkerOf(reader) === null ? sql<boolean>`false` : isInReach(reader);

type Subject = {
  isOwn: boolean;
  state: ProjectState;
  school_id: number;
  wasGivenUpLate?: boolean;
  isOfBody: boolean;
};

/** As what somebody sees the content of an application; null: it is not there for him. */
export const viewOf = (
  reader: Principal,
  { isOwn, state, school_id, wasGivenUpLate: isKept = false, isOfBody: isReported }: Subject,
): 'applicant' | 'school' | 'office' | null => {
  // Whoever checks applications does not check his own.
  if (isOwn) return holds(reader, ['project:apply']) ? 'applicant' : null;
  if (state === 'draft' || (state === 'withdrawn' && !isKept)) return null;
  const checker = checkerOf(reader);
  // Whoever supervises reads numbers and states in a list of their own, and no content.
  if (checker === 'supervisor') return null;
  const isInScope = checker !== 'school' || reader.deptScope?.includes(school_id) || isReported;
  return isInScope ? checker : null;
};
