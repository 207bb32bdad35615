import type { FastifyBaseLogger } from 'fastify';
import type { Tx } from '../database/db.ts';
import { enqueueMessage, outboxKind, type OutboxParts } from './outbox-kind.ts';
import { type Sms, type SmsCarrier, SmsProblem } from './sms.ts';
import type { TaskKind } from '../tasks/task-kind.ts';
import type { Clock } from '../clock.ts';
import { afterQuietHours, type QuietHours } from './quiet-hours.ts';
import { isUrgent, noticeText, type SmsNotice } from '@zhiping/shared/rules/outbox/sms-notices.ts';

/** Spread over about two minutes: a code lives for five. */
const ATTEMPTS = 4;

/** Have a message sent by SMS once the transaction is committed. After `expiresAt` it is not sent any more. */
export type QueueSms = (
  tx: Tx,
  sms: Sms,
  options: { expiresAt: Date; projectId?: number | undefined },
) => Promise<void>;

/** Stands in the list of the outbox; codes have no subject. */
const NOTICE = '通知';

type Options = { logContent: boolean; clock: Clock; quietHours: QuietHours | null };

/**
 * Without a carrier the whole text is kept for administrators to read and, outside production, logged; with one it stands in
 * the outbox only until it was sent or given up, since the codes in it open accounts.
 */
export const createSmsQueue =
  (hasCarrier: boolean, log: FastifyBaseLogger, { logContent, clock, quietHours }: Options): QueueSms =>
  async (tx, sms, { expiresAt, projectId }) => {
    const recipient = sms.phone;
    const notice = 'code' in sms ? null : sms.notice;
    const content = 'code' in sms ? sms.code : noticeText(sms.notice);
    const { id } = await tx
      .insertInto('outbox')
      .values({
        channel: 'sms',
        recipient,
        subject: notice && NOTICE,
        notice: notice && JSON.stringify(notice),
        content,
        status: hasCarrier ? 'waiting' : 'kept',
        error: null,
        expires_at: expiresAt,
        project_id: projectId ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (!hasCarrier) {
      if (logContent) log.info({ channel: 'sms', recipient, content }, 'message kept in the outbox');
      return;
    }
    const mayWait = notice !== null && !isUrgent(notice);
    await enqueueMessage(tx, 'sms', id, mayWait ? afterQuietHours(clock.now(), quietHours) : undefined);
  };

/** Sending as background work. A node that dies after the carrier took a code makes the same code go out twice. */
export const smsKind = (parts: OutboxParts, carrier: SmsCarrier): TaskKind =>
  outboxKind(parts, {
    kind: 'sms',
    attempts: ATTEMPTS,
    carrier:
      carrier &&
      (({ recipient: phone, notice, content }) =>
        carrier(notice ? { phone, notice: notice as SmsNotice } : { phone, code: content })),
    unconfigured: '未配置短信服务',
    problemOf: (error) =>
      error instanceof SmsProblem
        ? { words: error.message, isFinal: error.isFinal }
        : { words: '短信发送出错', isFinal: false },
    keepsText: false,
  });
