import { type RawBuilder, sql } from 'kysely';
import type { ProjectState } from '@zhiping/shared/rules/project-states.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';

/** The person for whom an account applies. */
const ownPerson = ({ userId }: Principal) =>
  sql<number | null>`(select person_id from applicant where user_id = ${userId})`;

/** Applications of the reader himself: the person behind his account for applications. */
export const isOwnProject = (reader: Principal): RawBuilder<boolean> =>
  sql<boolean>`project.person_id = ${ownPerson(reader)}`;

/** As what somebody checks applications: whose scope is not bound to departments runs the review. */
export const checkerOf = (reader: Principal): 'school' | 'office' | null => {
  if (!holds(reader, ['project:list'])) return null;
  return reader.deptScope === null ? 'office' : 'school';
};

/** Given up, or lapsed, after the school had reported it: what was decided about stays readable for those who decide. */
export const wasGivenUpLate = sql<boolean>`exists (select from state_event where entity = 'project'
  and entity_id = project.id and to_state = 'withdrawn' and from_state in ('reported', 'supplementing'))`;

/** Never handed in, taken back or given up before: what stands in it is for nobody but the applicant. */
export const isUnfinished = sql<boolean>`(project.state = 'draft'
  or (project.state = 'withdrawn' and not ${wasGivenUpLate}))`;

/**
 * The applications that somebody checks: of his schools, never his own. The office learns of one when it is first handed in. The one
 * condition behind list, count, sort, filter and export.
 */
export const isChecked = (reader: Principal): RawBuilder<boolean> => {
  const isHandedIn =
    checkerOf(reader) === 'office'
      ? sql<boolean>`project.state <> 'draft' and project.no is not null`
      : sql<boolean>`true`;
  return sql<boolean>`${inDeptScope(reader, 'project.school_id')} and ${isHandedIn}
    and project.person_id is distinct from ${ownPerson(reader)}`;
};

type Subject = { isOwn: boolean; state: ProjectState; school_id: number; wasGivenUpLate?: boolean };

/** As what somebody sees the content of an application; null: it is not there for him. */
export const viewOf = (
  reader: Principal,
  { isOwn, state, school_id, wasGivenUpLate: isKept = false }: Subject,
): 'applicant' | 'school' | 'office' | null => {
  // Whoever checks applications does not check his own.
  if (isOwn) return holds(reader, ['project:apply']) ? 'applicant' : null;
  if (state === 'draft' || (state === 'withdrawn' && !isKept)) return null;
  const checker = checkerOf(reader);
  return checker === 'school' && !reader.deptScope?.includes(school_id) ? null : checker;
};
