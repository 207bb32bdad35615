import { sql } from 'kysely';
import type { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import type { ProjectState } from '@zhiping/shared/rules/project/states.ts';
import { inDeptScope } from '../../../platform/auth/data-scope.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Db } from '../../../platform/database/db.ts';
import { forbidden } from '../../../platform/errors.ts';

/** A teacher of the officer's schools and their project in a cycle. Contains no data of other schools. */
export type ImportPerson = {
  teacherId: number;
  personId: number;
  schoolId: number;
  schoolName: string;
  name: string;
  staffNo: string | null;
  hash: Buffer;
  sealed: Buffer;
  enabled: boolean;
  /** Whether the teacher is the officer: officers cannot fill in their own project. */
  isOwn: boolean;
  userId: number | null;
  /** Project of the teacher in the cycle, if it is at this school. */
  projectId: number | null;
  state: ProjectState | null;
  form: ProjectForm | null;
  /** Number of the teacher's other projects of the year, in any school, that were not given up. */
  others: number;
  /** Whether one of the others is in the same cycle. */
  isElsewhere: boolean;
};

/** Throws for an unrestricted scope: these imports need a school. */
export const requireSchool = (actor: Principal): void => {
  if (actor.deptScope === null) throw forbidden();
};

type Wanted = { staffNos: readonly string[]; hashes: readonly Buffer[] } | { teacherId: number } | 'all';

const isWantedBy = (wanted: Wanted) => {
  if (wanted === 'all') return sql<boolean>`true`;
  if ('teacherId' in wanted) return sql<boolean>`teacher.id = ${wanted.teacherId}`;
  return sql<boolean>`(upper(teacher.staff_no) = any(${[...wanted.staffNos]}::text[])
    or person.id_card_hash = any(${[...wanted.hashes]}::bytea[]))`;
};

/** The named teachers, or all of the officer's schools. Forms are read only for named teachers. */
export const findImportPeople = async (
  db: Db,
  actor: Principal,
  { cycleId, year, wanted }: { cycleId: number; year: number; wanted: Wanted },
): Promise<ImportPerson[]> => {
  const form = wanted === 'all' ? sql`null` : sql`project.form`;
  const { rows } = await sql<ImportPerson>`
    select teacher.id as "teacherId", teacher.person_id as "personId", teacher.school_id as "schoolId",
      dept.name as "schoolName", teacher.name, teacher.staff_no as "staffNo", person.id_card_hash as hash,
      person.id_card_sealed as sealed, teacher.enabled, applicant.user_id as "userId",
      coalesce(applicant.user_id = ${actor.userId}, false) as "isOwn", project.id as "projectId", project.state,
      ${form} as form, other.count as others, other.here as "isElsewhere"
    from teacher
    join person on person.id = teacher.person_id
    join dept on dept.id = teacher.school_id
    left join applicant on applicant.person_id = teacher.person_id
    left join project on project.cycle_id = ${cycleId} and project.person_id = teacher.person_id
      and project.school_id = teacher.school_id and project.state <> 'withdrawn'
    cross join lateral (
      select count(*)::int as count, coalesce(bool_or(cycle.id = ${cycleId}), false) as here
      from project other join cycle on cycle.id = other.cycle_id
      where other.person_id = teacher.person_id and cycle.year = ${year} and other.state <> 'withdrawn'
        and other.id is distinct from project.id) other
    where ${inDeptScope(actor, 'teacher.school_id')} and ${isWantedBy(wanted)}
    order by teacher.id`.execute(db);
  return rows;
};
