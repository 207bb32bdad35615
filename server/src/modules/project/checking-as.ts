import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { findInstitution } from './institution.queries.ts';

/** For whom somebody acts who checks an application: whose scope ends below the institution acts for a college of it. */
export const checkingAs = async (
  db: Db,
  { deptScope }: Pick<Principal, 'deptScope'>,
  { view, unitId }: { view: 'applicant' | 'school' | 'office'; unitId: number },
): Promise<'applicant' | 'college' | 'school' | 'office'> => {
  if (view !== 'school') return view;
  const { institutionId } = await findInstitution(db, unitId);
  return deptScope?.includes(institutionId) ? 'school' : 'college';
};
