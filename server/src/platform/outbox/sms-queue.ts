import type { FastifyBaseLogger } from 'fastify';
import type { Db, Tx } from '../database/db.ts';
import { enqueueMessage, outboxKind } from './outbox-kind.ts';
import { type Sms, type SmsCarrier, SmsProblem } from './sms.ts';
import type { TaskKind } from '../tasks/task-kind.ts';

/** Spread over about two minutes: a code lives for five. */
const ATTEMPTS = 4;

/** Have a message sent by SMS once the transaction is committed. After `expiresAt` it is not sent any more. */
export type QueueSms = (tx: Tx, sms: Sms, options: { expiresAt: Date }) => Promise<void>;

/** Tells a notice in the outbox from a code, which has no subject. */
const NOTICE = '通知';

/**
 * Without a carrier the whole text is kept for administrators to read and, outside production, logged; with one it stands in
 * the outbox only until it was sent or given up, since the codes in it open accounts.
 */
export const createSmsQueue =
  (hasCarrier: boolean, log: FastifyBaseLogger, { logContent }: { logContent: boolean }): QueueSms =>
  async (tx, sms, { expiresAt }) => {
    const recipient = sms.phone;
    const content = 'code' in sms ? sms.code : sms.notice;
    const { id } = await tx
      .insertInto('outbox')
      .values({
        channel: 'sms',
        recipient,
        subject: 'code' in sms ? null : NOTICE,
        content,
        status: hasCarrier ? 'waiting' : 'kept',
        error: null,
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (hasCarrier) await enqueueMessage(tx, 'sms', id);
    else if (logContent) log.info({ channel: 'sms', recipient, content }, 'message kept in the outbox');
  };

/** Sending as background work. A node that dies after the carrier took a code makes the same code go out twice. */
export const smsKind = (db: Db, carrier: SmsCarrier): TaskKind =>
  outboxKind(db, {
    kind: 'sms',
    attempts: ATTEMPTS,
    carrier:
      carrier &&
      (({ recipient: phone, subject, content }) =>
        carrier(subject === NOTICE ? { phone, notice: content } : { phone, code: content })),
    unconfigured: '未配置短信服务',
    problemOf: (error) =>
      error instanceof SmsProblem
        ? { words: error.message, isFinal: error.isFinal }
        : { words: '短信发送出错', isFinal: false },
    keepsText: false,
  });
