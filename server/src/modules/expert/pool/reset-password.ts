import { sql } from 'kysely';
import type { Deps } from '../../../deps.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { inTransaction } from '../../../platform/database/db.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import { giveInitialPassword } from '../../user/bulk-users.ts';
import { initialPasswordHash } from '../../user/save-user.ts';
import { requireGrades, visibleExperts } from '../expert.policy.ts';
import { isOnlyExpert } from '../follow-contact.ts';

/**
 * The initial password again for an expert; the code that his next login asks for goes to the phone of his record. Whoever has further
 * roles may do what the office may not.
 */
export const resetExpertPassword = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Principal,
  id: number,
) => {
  requireGrades(actor);
  const hash = await initialPasswordHash(config);
  await inTransaction(db, async (tx) => {
    const expert = await tx
      .selectFrom('expert')
      .innerJoin('sys_user as u', 'u.id', 'expert.user_id')
      .select(['u.id as userId', 'u.username', sql<boolean>`${isOnlyExpert}`.as('isOnlyExpert')])
      .where('expert.id', '=', id)
      .where(visibleExperts(actor))
      .forUpdate('u')
      .executeTakeFirst();
    if (!expert) throw notFound('专家');
    if (!expert.isOnlyExpert)
      throw badRequest('expert.other_roles', '该账号还有其他角色，请由超级管理员重置密码');
    await giveInitialPassword(tx, actor, [expert.userId], hash);
    await audit(tx, {
      actorId: actor.userId,
      action: 'user.password_reset',
      entity: 'user',
      entityId: expert.userId,
      detail: { username: expert.username },
    });
  });
};
