import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dayOf, daysAfter } from '../../platform/clock.ts';
import { inTransaction, type Tx } from '../../platform/database/db.ts';
import { oneByOne } from '../../platform/edits/one-by-one.ts';
import { badRequest } from '../../platform/errors.ts';
import { notifyUser } from '../../platform/live/messages.ts';
import { afterQuietHours } from '../../platform/outbox/quiet-hours.ts';
import { letterTo, type Writing, writeTo } from '../../platform/outbox/write-to.ts';
import { audit } from '../../platform/audit/audit.ts';
import { awaitedStates } from '@zhiping/shared/rules/assignment/states.ts';
import { type Open, openOf } from '@zhiping/shared/rules/assignment/open-ends.ts';
import type { SmsNotice } from '@zhiping/shared/rules/outbox/sms-notices.ts';
import { findMapping } from '../mapping/mapping.policy.ts';
import { untilOf } from '../assignment/invite.ts';
import { findReminders, reminderDenial, type Reminded } from './reminder.queries.ts';

const DESK = '/desk/task';

/** The end in words, and how many ends have passed. */
const endOf = ({ count, late, until }: Open) => {
  if (late === 0) return untilOf(until);
  return `${untilOf(until)}（${late === count ? '已逾期' : `其中 ${late} 份已逾期`}）`;
};

const findExpert = (tx: Tx, id: number) =>
  tx
    .selectFrom('expert')
    .select(['user_id', 'name', 'phone', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

type Letter = { count: number; until: string };

const messageOf = ({ count, until }: Letter) => `您还有 ${count} 份评审没有提交，截止 ${until}，请尽快完成。`;

const noticeOf = (name: string, { count, until }: Letter): SmsNotice => ({
  template: 'reviewReminder',
  params: { name, count: String(count), until },
});

type Reminder = Open & { expertId: number; at: Date };

/** A mail, or an SMS, that says how much is open and until when. */
const writeOpen = async (
  deps: Writing,
  tx: Tx,
  { expertId, at, subject, ...open }: Reminder & { subject: string },
) => {
  const expert = await findExpert(tx, expertId);
  await writeTo(tx, deps, expert, {
    subject,
    notice: noticeOf(expert.name, { count: open.count, until: endOf(open) }),
    expiresAt: daysAfter(at, 1),
  });
  return expert;
};

/** Reminds an expert of unsubmitted opinions: a message, and a mail or an SMS. */
export const remind = async (deps: Writing, tx: Tx, reminder: Reminder) => {
  const { user_id } = await writeOpen(deps, tx, { ...reminder, subject: '请提交评审意见' });
  await notifyUser(tx, user_id, {
    kind: 'warning',
    text: messageOf({ count: reminder.count, until: endOf(reminder) }),
    link: DESK,
  });
};

/**
 * Notifies an expert of an extension. The SMS is that of a reminder, which carriers have approved and which contains
 * the due date.
 */
export const notifyExtended = async (
  deps: Writing,
  tx: Tx,
  reminder: Omit<Reminder, 'late'>,
): Promise<void> => {
  const { user_id } = await writeOpen(deps, tx, { ...reminder, late: 0, subject: '评审期限已延长' });
  await notifyUser(tx, user_id, {
    kind: 'info',
    text: `您的评审截止时间已延长到 ${untilOf(reminder.until)}，还有 ${reminder.count} 份没有提交。`,
    link: DESK,
  });
};

type Returned = {
  stored: { id: number; expert_id: number; project_id: number };
  until: Date | null;
  at: Date;
};

/**
 * Notifies an expert of a returned opinion: the message links to it and to the reason. The SMS is that of a reminder.
 */
export const notifyReturned = async (
  deps: Writing,
  tx: Tx,
  { stored, until, at }: Returned,
): Promise<void> => {
  const open = { expertId: stored.expert_id, count: 1, late: 0, until, at };
  const { user_id } = await writeOpen(deps, tx, { ...open, subject: '评审意见已退回，请修改' });
  const { bag_no } = await tx
    .selectFrom('project')
    .select('bag_no')
    .where('id', '=', stored.project_id)
    .executeTakeFirstOrThrow();
  await notifyUser(tx, user_id, {
    kind: 'warning',
    text: `评审办退回了您对 ${bag_no} 的评审意见，请按退回原因修改，截止 ${untilOf(until)} 前重新提交。`,
    link: `${DESK}?task=${stored.id}`,
  });
};

const lockOpen = (tx: Tx, cycleId: number, expertId: number) =>
  tx
    .selectFrom('assignment')
    .select('id')
    .where('cycle_id', '=', cycleId)
    .where('expert_id', '=', expertId)
    .where('state', 'in', awaitedStates)
    .orderBy('id')
    .forUpdate()
    .execute();

/** One letter a day lists all that an expert has open in a cycle. */
const remindOne = (
  deps: Deps,
  actor: Principal,
  { cycleId, expertId }: { cycleId: number; expertId: number },
) =>
  inTransaction(deps.db, async (tx) => {
    const open = await lockOpen(tx, cycleId, expertId);
    const [found] = await findReminders(tx, actor, { cycleId, expertIds: [expertId] });
    if (!found) throw badRequest('assignment.gone', '没有他的评审任务');
    const denial = reminderDenial(found);
    if (denial !== null) throw badRequest('assignment.not_reminded', denial);
    const ids = open.map(({ id }) => id);
    await tx
      .updateTable('assignment')
      .set({ reminded_on: dayOf(actor.at) })
      .where('id', 'in', ids)
      .execute();
    await remind(deps, tx, { expertId, ...openOf(found.ends, actor.at), at: actor.at });
    await audit(tx, {
      actorId: actor.userId,
      action: 'assignment.reminded',
      // Recorded on the expert, not on an assignment: the log would reveal to a sender which project the expert has.
      entity: 'expert',
      entityId: expertId,
      detail: { open: ids.length },
    });
  });

/** Reminds experts of missing opinions, each once a day, and reports those left out and why. */
export const remindExperts = async (deps: Deps, actor: Principal, { cycleId, expertIds }: Reminded) => {
  const found = await findReminders(deps.db, actor, { cycleId, expertIds });
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return oneByOne(expertIds, names, (expertId) => remindOne(deps, actor, { cycleId, expertId }));
};

/** Stands for a day that is beside a file in another list. */
const OWN_DAY = '（按各自的截止时间）';

/** Preview of what each expert would get, how and when. */
export const previewReminders = (deps: Deps, actor: Principal, asked: Reminded) =>
  inTransaction(deps.db, async (tx) => {
    const night = afterQuietHours(actor.at, deps.config.SMS_QUIET_HOURS);
    const { isCovered } = await findMapping(tx, actor, asked.cycleId);
    const rows = [];
    for (const row of await findReminders(tx, actor, asked)) {
      const open = openOf(row.ends, actor.at);
      const letter = { count: open.count, until: isCovered ? OWN_DAY : endOf(open) };
      const { way, text } = await letterTo(tx, deps.config, row, noticeOf(row.name, letter));
      rows.push({
        expertId: row.id,
        name: row.name,
        open: open.count,
        late: open.late,
        denial: reminderDenial(row),
        way,
        text: way === 'message' ? messageOf(letter) : text,
        sendsAt: way === 'sms' && night > actor.at ? night : null,
      });
    }
    return rows;
  });
