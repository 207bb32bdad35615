import type { Deps } from '../../../deps.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { inTransaction } from '../../../platform/database/db.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import { notifyUser } from '../../../platform/live/messages.ts';
import { visibleExperts } from '../expert.policy.ts';
import { dayOf, daysAfter } from '../../../platform/clock.ts';
import { type Writing, writeTo } from '../../../platform/outbox/write-to.ts';

const CONFIRMATION = '/check/expert/confirmation';

/** Reminds an expert to confirm their profile. A second reminder on the same day is refused. */
export const remindExpert = (deps: Writing & Pick<Deps, 'db'>, actor: Principal, id: number) =>
  inTransaction(deps.db, async (tx) => {
    const expert = await tx
      .selectFrom('expert')
      .select(['user_id', 'name', 'phone', 'email', 'enabled', 'confirmed_at', 'reminded_on'])
      .where('id', '=', id)
      .where(visibleExperts(actor))
      .forUpdate()
      .executeTakeFirst();
    if (!expert) throw notFound('专家');
    if (!expert.enabled) throw badRequest('expert.disabled', '该专家没有启用，不能催办');
    if (expert.confirmed_at) throw badRequest('expert.confirmed', '该专家已经确认，不需要催办');
    const day = dayOf(actor.at);
    if (expert.reminded_on === day) throw badRequest('expert.reminded', '今天已经催办过，请明天再试');
    await tx.updateTable('expert').set({ reminded_on: day }).where('id', '=', id).execute();
    const by = await writeTo(tx, deps, expert, {
      subject: '请确认您的专家信息',
      notice: { template: 'confirmProfile', params: { name: expert.name } },
      expiresAt: daysAfter(actor.at, 1),
    });
    await notifyUser(tx, expert.user_id, {
      kind: 'warning',
      text: '您的专家信息尚未确认，请核对并确认。',
      link: CONFIRMATION,
    });
    await audit(tx, {
      actorId: actor.userId,
      action: 'expert.reminded',
      entity: 'expert',
      entityId: id,
      detail: { by },
    });
    return { by };
  });
