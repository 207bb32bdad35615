import { CONFIRM_DAYS, type ConfirmedAct, confirmedActs } from '@zhiping/shared/rules/confirmation/acts.ts';
import { addWorkingDays, endOfDay } from '@zhiping/shared/rules/holiday/working-days.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { AuditEntity } from '../../platform/audit/audit-entity.ts';
import { actorNameOf } from '../../platform/auth/actor-name.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import { notifyUsers } from '../../platform/live/messages.ts';
import { findCalendar } from '../holiday/holiday.queries.ts';
import { pageOf } from './page-of.ts';
import { lapse } from './lapse.ts';
import { findSeconds, isConcerned, isOpen } from './seconds.queries.ts';

type Asked = {
  act: ConfirmedAct;
  /** The row that the act changes, locked; without a version the act compares its input itself. */
  object: { table: AuditEntity; id: number; version: number | null };
  cycleId: number | null;
  /** The school whose act it is; left out of acts of the office. */
  schoolId?: number;
  /** Whether an earlier request with this input is still for the object as it is; for objects without a version. */
  stillHolds?: (input: Record<string, unknown>) => boolean;
  /** Parameters of the act. */
  input: Record<string, unknown>;
  /** What is asked for, in words for the second person. */
  summary: string;
  /** The page where the object stands. */
  link: string;
  reason: string;
};

/**
 * Asks a second person for an act, in the transaction that locked its object, and notifies those who may confirm it. An
 * older request for an object that has changed since lapses. Throws where one waits already, or nobody could confirm.
 */
export const askConfirmation = async (
  tx: Tx,
  actor: Principal,
  { act, object, cycleId, schoolId, input, stillHolds = () => true, summary, link, reason }: Asked,
): Promise<{ id: number }> => {
  if (cycleId !== null && (await isConcerned(tx, actor, cycleId)))
    throw badRequest('confirmation.concerned', '您在本批次申报或评审，这件事请由其他工作人员提出');
  const waiting = await tx
    .selectFrom('confirmation')
    .selectAll()
    .select(isOpen(actor.at).as('isOpen'))
    .where('act', '=', act)
    .where('object_id', '=', object.id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (waiting) {
    const isSame = waiting.object_version === object.version && stillHolds(waiting.input);
    if (isSame && waiting.isOpen) throw badRequest('confirmation.waiting', '已经提出，正在等待他人复核');
    await lapse(tx, waiting, actor.at);
  }
  const today = dayOf(actor.at);
  const lapsesAt = endOfDay(addWorkingDays(today, CONFIRM_DAYS, await findCalendar(tx, today)));
  const name = actorNameOf(actor.view.user);
  const created = await tx
    .insertInto('confirmation')
    .values({
      act,
      object: object.table,
      object_id: object.id,
      object_version: object.version,
      cycle_id: cycleId,
      school_id: schoolId ?? null,
      input: JSON.stringify(input),
      summary,
      link,
      reason,
      asked_by: actor.userId,
      asked_name: name,
      asked_at: actor.at,
      lapses_at: lapsesAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const seconds = (await findSeconds(tx, [created.id])).get(created.id);
  if (!seconds)
    throw badRequest(
      'confirmation.nobody',
      '没有其他人员可以复核，请先为另一名工作人员开通复核权限；由您开通或重置密码不满 30 天的账号不能复核您的事项',
    );
  await audit(tx, {
    actorId: actor.userId,
    action: 'confirmation.asked',
    entity: object.table,
    entityId: object.id,
    detail: {
      confirmation: created.id,
      act,
      summary,
      reason,
      input,
      lapsesAt,
      row: { name, at: actor.at, version: object.version, cycle: cycleId, link },
    },
  });
  await notifyUsers(
    tx,
    seconds.map((userId) => ({ userId, link: pageOf(created.id) })),
    { kind: 'warning', text: `有一件「${confirmedActs[act]}」等待您复核。` },
  );
  return created;
};
