import type { z } from 'zod';
import type { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { assignmentStates, awaitedStates, isAwaited } from '@zhiping/shared/rules/assignment-states.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dayOf, daysAfter } from '../../platform/clock.ts';
import { inTransaction, type Tx } from '../../platform/database/db.ts';
import { oneByOne } from '../../platform/edits/one-by-one.ts';
import { badRequest } from '../../platform/errors.ts';
import { tellUser } from '../../platform/live/messages.ts';
import { type Writing, writeTo } from '../../platform/outbox/write-to.ts';
import { audit } from '../../platform/audit/audit.ts';
import { isAssigned } from './assignment.policy.ts';
import { untilOf } from './invite.ts';

const DESK = '/desk/task';

const findExpert = (tx: Tx, id: number) =>
  tx
    .selectFrom('expert')
    .select(['user_id', 'name', 'phone', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

type Reminder = { expertId: number; count: number; until: Date | null; at: Date };

/** Ask an expert for what he has not handed in: a message, and a mail or an SMS. */
export const remind = async (deps: Writing, tx: Tx, { expertId, count, until, at }: Reminder) => {
  const expert = await findExpert(tx, expertId);
  await tellUser(tx, expert.user_id, {
    kind: 'warning',
    text: `您还有 ${count} 份评审没有提交，截止 ${untilOf(until)}，请尽快完成。`,
    link: DESK,
  });
  await writeTo(tx, deps, expert, {
    subject: '请提交评审意见',
    notice: {
      template: 'reviewReminder',
      params: { name: expert.name, count: String(count), until: untilOf(until) },
    },
    expiresAt: daysAfter(at, 1),
  });
};

/** Tell an expert that an opinion of his came back. */
export const tellReturned = async (
  deps: Writing,
  tx: Tx,
  { stored, until, at }: { stored: { expert_id: number }; until: Date | null; at: Date },
): Promise<void> => remind(deps, tx, { expertId: stored.expert_id, count: 1, until, at });

const remindOne = (deps: Deps, actor: Principal, id: number) =>
  inTransaction(deps.db, async (tx) => {
    const found = await tx
      .selectFrom('assignment')
      .innerJoin('project', 'project.id', 'project_id')
      .innerJoin('cycle', 'cycle.id', 'assignment.cycle_id')
      .innerJoin('expert', 'expert.id', 'assignment.expert_id')
      .select(['assignment.state', 'assignment.expert_id', 'assignment.due_at', 'assignment.cycle_id'])
      .select(['assignment.reminded_on', 'cycle.suspended_reason', 'expert.enabled'])
      .where('assignment.id', '=', id)
      .where(isAssigned(actor))
      .forUpdate('assignment')
      .executeTakeFirst();
    if (!found) throw badRequest('assignment.gone', '评审任务不存在');
    if (!isAwaited(found.state))
      throw badRequest('assignment.done', `${assignmentStates[found.state]}，不需要催办`);
    if (found.suspended_reason !== null)
      throw badRequest('assignment.suspended', `批次已暂停：${found.suspended_reason}`);
    if (!found.enabled) throw badRequest('assignment.disabled', '专家已停用，请更换专家');
    const day = dayOf(actor.at);
    if (found.reminded_on === day) throw badRequest('assignment.reminded', '今天已经催办过');
    // One letter a day names all that he still has.
    const open = await tx
      .updateTable('assignment')
      .set({ reminded_on: day })
      .where('expert_id', '=', found.expert_id)
      .where('cycle_id', '=', found.cycle_id)
      .where('state', 'in', awaitedStates)
      .returning('id')
      .execute();
    await remind(deps, tx, {
      expertId: found.expert_id,
      count: open.length,
      until: found.due_at,
      at: actor.at,
    });
    await audit(tx, {
      actorId: actor.userId,
      action: 'assignment.reminded',
      entity: 'assignment',
      entityId: id,
      detail: { open: open.length },
    });
  });

type Remind = z.output<typeof assignmentApi.remind.body>;

/** Ask for opinions that are still out, once a day each. */
export const remindExperts = async (deps: Deps, actor: Principal, { ids }: Remind) => {
  const rows = await deps.db
    .selectFrom('assignment')
    .innerJoin('expert', 'expert.id', 'expert_id')
    .innerJoin('project', 'project.id', 'project_id')
    .select(['assignment.id', 'expert.name'])
    .where('assignment.id', 'in', ids)
    .where(isAssigned(actor))
    .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return oneByOne(ids, names, (id) => remindOne(deps, actor, id));
};
