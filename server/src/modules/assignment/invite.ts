import { formatDateTime } from '@zhiping/shared/schemas.ts';

import { daysAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/db.ts';
import { notifyUser } from '../../platform/live/messages.ts';
import { type Writing, writeTo } from '../../platform/outbox/write-to.ts';

/** An invitation says until when; without a day the cycle has none yet. */
export const untilOf = (dueAt: Date | null): string =>
  dueAt ? formatDateTime(dueAt).slice(0, 16) : '另行通知';

/** After that a notice that did not get through says nothing new. */
const NOTICE_DAYS = 3;

type Invited = { expertId: number; count: number; dueAt: Date | null; at: Date };

/** Notifies an expert of new assignments: a message, and a mail or an SMS, queued in the transaction of the release. */
export const inviteExpert = async (
  deps: Writing,
  tx: Tx,
  { expertId, count, dueAt, at }: Invited,
): Promise<void> => {
  const expert = await tx
    .selectFrom('expert')
    .select(['user_id', 'name', 'phone', 'email'])
    .where('id', '=', expertId)
    .executeTakeFirstOrThrow();
  await notifyUser(tx, expert.user_id, {
    kind: 'info',
    text: `请您评审 ${count} 份职称申报材料，截止 ${untilOf(dueAt)}，请先签署评审承诺。`,
    link: '/desk/task',
  });
  await writeTo(tx, deps, expert, {
    subject: '请您评审职称申报材料',
    notice: {
      template: 'reviewInvited',
      params: { name: expert.name, count: String(count), until: untilOf(dueAt) },
    },
    expiresAt: daysAfter(at, NOTICE_DAYS),
  });
};
