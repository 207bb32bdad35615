import type { CheckStep } from '@zhiping/shared/rules/project/states.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { findInstitution } from './institution.queries.ts';

/**
 * The body for which an officer checks a project: a college if the scope ends below the institution, a supervising body
 * if only reported projects are in scope.
 */
export const checkingAs = async (
  db: Db,
  { deptScope, bodyScope }: Pick<Principal, 'deptScope' | 'bodyScope'>,
  { view, unitId }: { view: 'applicant' | 'school' | 'office'; unitId: number },
): Promise<'applicant' | 'college' | 'school' | 'body' | 'office'> => {
  if (view !== 'school') return view;
  const { institutionId } = await findInstitution(db, unitId);
  if (deptScope?.includes(institutionId)) return 'school';
  return !deptScope?.includes(unitId) && bodyScope.includes(unitId) ? 'body' : 'college';
};

/** The step that waits for this officer. */
export const ownStep = async (
  db: Db,
  { deptScope, bodyScope }: Pick<Principal, 'deptScope' | 'bodyScope'>,
): Promise<CheckStep> => {
  if (bodyScope.length > 0) return 'body';
  const unitId = deptScope?.[0];
  if (unitId === undefined) return 'school';
  const { institutionId } = await findInstitution(db, unitId);
  return deptScope?.includes(institutionId) ? 'school' : 'college';
};
