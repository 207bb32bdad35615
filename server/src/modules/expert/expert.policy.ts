import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool } from 'kysely';
import { EXPERT_ROLE_ID, TITLE_TEACHER_ROLE_ID } from '@zhiping/shared/constants.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import { AppError } from '../../platform/errors.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** Experts of the reader's departments, and himself: the one condition behind list, count, export and every write. */
export const visibleExperts =
  (reader: Principal) =>
  (where: ExpressionBuilder<Schema, 'expert'>): ExpressionWrapper<Schema, 'expert', SqlBool> =>
    where.or([inDeptScope(reader, 'expert.school_id'), where('expert.user_id', '=', reader.userId)]);

/**
 * Experts and school officers never learn how the office grades its experts, whatever other roles they hold: what one
 * role denies, another does not give (wire.md §5, domain.md §8.3).
 */
export const isBarred = ({ isAdmin, roleIds }: Principal) =>
  !isAdmin && (roleIds.includes(EXPERT_ROLE_ID) || roleIds.includes(TITLE_TEACHER_ROLE_ID));

/** Whether somebody decides who is in the pool; others only propose, and mend what they proposed. */
export const isOffice = (user: Principal) => !isBarred(user) && holds(user, ['expert:enabled']);

export const refuseBarred = (user: Principal) => {
  if (isBarred(user)) throw new AppError(403, 'expert.barred', '专家和学校职称管理员不能进行此操作');
};

/** Why somebody may not change this record, or null. */
export const writeProblem = (actor: Principal, expert: { accepted_at: Date | null }): string | null =>
  isOffice(actor) || expert.accepted_at === null ? null : '该专家已入库，资料变更请联系评审办';
