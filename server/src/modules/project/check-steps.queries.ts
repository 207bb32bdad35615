import type { CheckStep } from '@zhiping/shared/rules/project/states.ts';
import { isPast } from '@zhiping/shared/rules/review-rule/moments.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { sql } from 'kysely';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { findInstitution } from './institution.queries.ts';
import type { StoredProject } from './project-workflow.ts';

/** Ends of the optional checking steps; null if the cycle does not have the step. */
type Ends = { collegeClosesAt: Date | null; bodyClosesAt: Date | null };

/** Whether colleges check now. After their deadline their remaining projects pass to the school. */
const isForColleges = ({ collegeClosesAt }: Pick<Ends, 'collegeClosesAt'>, at: Date): boolean =>
  collegeClosesAt !== null && !isPast(collegeClosesAt, at);

/** Whether supervising bodies check now. After their deadline their remaining projects pass to the office. */
const isForBodies = ({ bodyClosesAt }: Pick<Ends, 'bodyClosesAt'>, at: Date): boolean =>
  bodyClosesAt !== null && !isPast(bodyClosesAt, at);

/** The step in charge of a project; `school` if neither college nor supervising body checks it now. */
export const stepNow = (
  { check_step, state }: Pick<StoredProject, 'check_step' | 'state'>,
  cycle: Ends,
  at: Date,
): CheckStep => {
  if (check_step === 'college' && isForColleges(cycle, at)) return 'college';
  return check_step === 'body' && state === 'reported' && isForBodies(cycle, at) ? 'body' : 'school';
};

/**
 * The step that a report leads to: `body` if the school has a supervising body that checks now, otherwise `school`,
 * which means that the project waits for the office.
 */
export const stepOfReport = async (
  db: Db,
  { school_id }: Pick<StoredProject, 'school_id'>,
  cycle: Pick<Ends, 'bodyClosesAt'>,
  at: Date,
): Promise<'body' | 'school'> => {
  if (!isForBodies(cycle, at)) return 'school';
  const { bodyId } = await findInstitution(db, school_id);
  return bodyId === null ? 'school' : 'body';
};

/** The supervising body that gets this officer's reports first; null if they go to the office. */
export const findReceiver = async (
  db: Db,
  { deptScope, at }: Principal,
  cycle: Pick<Ends, 'bodyClosesAt'>,
): Promise<string | null> => {
  if (deptScope === null || !isForBodies(cycle, at)) return null;
  const bodies = await db
    .selectFrom('school')
    .innerJoin('dept', 'dept.id', 'body_id')
    .select('dept.name')
    .distinct()
    .where(sql<boolean>`dept_id = any(${[...deptScope]}::bigint[])`)
    .execute();
  return bodies.length > 1 ? '主管部门' : (bodies[0]?.name ?? null);
};

/** The steps that check a submission of this unit before the office does. */
export const findCheckSteps = async (
  db: Db,
  { school_id }: Pick<StoredProject, 'school_id'>,
  { collegeClosesAt, bodyClosesAt }: Ends,
): Promise<CheckStep[]> => {
  const { colleges, bodyId } = await findInstitution(db, school_id);
  return [
    ...(collegeClosesAt !== null && colleges.length > 0 ? (['college'] as const) : []),
    'school',
    ...(bodyClosesAt !== null && bodyId !== null ? (['body'] as const) : []),
  ];
};

/** Why no college checks submissions of this unit, or null. */
export const collegeDenial = async (
  db: Db,
  { school_id }: Pick<StoredProject, 'school_id'>,
  cycle: Pick<Ends, 'collegeClosesAt'>,
  at: Date,
): Promise<string | null> => {
  if (cycle.collegeClosesAt === null) return '本批次没有院系审核环节';
  if (!isForColleges(cycle, at)) return `院系审核已于 ${formatDateTime(cycle.collegeClosesAt)} 截止`;
  const { colleges } = await findInstitution(db, school_id);
  return colleges.length === 0 ? '申报人不属于院系，由学校直接审核' : null;
};
