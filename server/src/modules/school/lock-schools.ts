import type { Db, Tx } from '../../platform/database/db.ts';
import { fieldError } from '../../platform/errors.ts';

type Standing = { name: string; enabled: boolean; mergedInto: string | null };

/** Why no person can be assigned to a school any more; null if possible. */
export const closedProblem = ({ name, enabled, mergedInto }: Standing, advice: string): string | null => {
  if (mergedInto) return `学校「${name}」已并入「${mergedInto}」，${advice}`;
  return enabled ? null : `学校「${name}」已停用，${advice}`;
};

/** State of these departments; `isSchool` marks schools. */
export const findStandings = (db: Db | Tx, ids: readonly number[]) =>
  db
    .selectFrom('dept')
    .leftJoin('school', 'school.dept_id', 'dept.id')
    .leftJoin('dept as later', 'later.id', 'school.merged_into')
    .select(({ eb }) => [
      'dept.name',
      'dept.enabled',
      'later.name as mergedInto',
      eb('school.dept_id', 'is not', null).as('isSchool'),
    ])
    .where('dept.id', 'in', ids)
    .execute();

/**
 * Keep schools as they are until the end of the transaction that puts people there: a merger waits for them and takes
 * them along. What was merged or disabled since it was chosen is refused.
 */
export const lockSchools = async (tx: Tx, ids: readonly number[]) => {
  const wanted = [...new Set(ids)];
  await tx.selectFrom('dept').select('id').where('id', 'in', wanted).orderBy('id').forShare().execute();
  // A statement of its own: one that waited still reads the other tables as they were before.
  for (const school of await findStandings(tx, wanted)) {
    const problem = closedProblem(school, '请重新选择');
    if (problem) throw fieldError('school.closed', 'schoolId', problem);
  }
};
