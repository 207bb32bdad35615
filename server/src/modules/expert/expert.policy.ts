import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from 'kysely';
import type { ExpertAbilities } from '@zhiping/shared/contracts/expert-pool.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';
import { abilityOf, type Denial } from '@zhiping/shared/rules/workflow/denial.ts';
import { seesGrades } from '@zhiping/shared/rules/expert/grades.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import { AppError } from '../../platform/errors.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { Schema } from '../../platform/database/schema.ts';

/**
 * Experts of the reader's departments, and the reader's own record: the one condition behind list, count, export and
 * every write.
 */
export const visibleExperts =
  (reader: Principal) =>
  (where: ExpressionBuilder<Schema, 'expert'>): ExpressionWrapper<Schema, 'expert', SqlBool> =>
    where.or([inDeptScope(reader, 'expert.school_id'), where('expert.user_id', '=', reader.userId)]);

/** Whether an account decides who is in the pool; others propose, and edit their own proposals. */
export const isOffice = (user: Principal) => seesGrades(user) && holds(user, ['expert:enabled']);

export const requireGrades = (user: Principal) => {
  if (!seesGrades(user)) throw new AppError(403, 'expert.barred', '专家和学校职称管理员不能进行此操作');
};

const accepted: Denial = { code: 'expert.accepted', message: '该专家已入库，资料变更请联系评审办' };
const notAccepted: Denial = { code: 'expert.not_accepted', message: '尚未入库的专家不能评级' };

/** Why the actor may not change this record, or null. */
export const writeDenial = (actor: Principal, { isAccepted }: { isAccepted: boolean }): Denial | null =>
  isOffice(actor) || !isAccepted ? null : accepted;

/** Abilities of the reader on this record, with reasons. Actions that are never allowed are missing. */
export const abilitiesOn = (reader: Principal, expert: { isAccepted: boolean }): ExpertAbilities => {
  const changed = abilityOf(writeDenial(reader, expert));
  const may = (permission: Permission) => holds(reader, [permission]);
  return {
    ...(may('expert:edit') && { edit: changed }),
    ...(may('expert:del') && { remove: changed }),
    ...(may('expert:enabled') && seesGrades(reader) && { enable: true as const }),
    ...(may('expert:rating') &&
      seesGrades(reader) && { rate: abilityOf(expert.isAccepted ? null : notAccepted) }),
  };
};
