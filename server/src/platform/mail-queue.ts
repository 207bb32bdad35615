import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Db, Tx } from './db.ts';
import type { MailCarrier } from './mail.ts';
import type { Mail } from './mails/mail.ts';
import { enqueue } from './tasks/enqueue.ts';
import { GiveUp, type TaskKind } from './tasks/task-kind.ts';

/** Spread over about two hours. */
const ATTEMPTS = 8;
const KIND = 'mail';

/** Have a message sent once the transaction is committed. After `expiresAt` it is not sent any more. */
export type QueueMail = (tx: Tx, to: string, mail: Mail, options?: { expiresAt?: Date }) => Promise<void>;

/** Without a mail server messages are only kept for administrators to read and, outside production, logged. */
export const createMailQueue =
  (hasCarrier: boolean, log: FastifyBaseLogger, { logContent }: { logContent: boolean }): QueueMail =>
  async (tx, to, { subject, text, html }, { expiresAt } = {}) => {
    const { id } = await tx
      .insertInto('outbox')
      .values({
        channel: 'email',
        recipient: to,
        subject,
        content: text,
        html,
        status: hasCarrier ? 'waiting' : 'kept',
        error: null,
        expires_at: expiresAt ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (hasCarrier) await enqueueMail(tx, id);
    else if (logContent)
      log.info({ channel: 'email', recipient: to, content: text }, 'message kept in the outbox');
  };

/** Queue a message that stands in the outbox. */
export const enqueueMail = (tx: Tx, outboxId: number) =>
  enqueue(tx, { kind: KIND, key: `${KIND}:${outboxId}`, payload: { outboxId } });

type SmtpError = Error & { responseCode?: number; code?: string };

/** What is told of a failure: codes, not the texts of other servers. */
const problemOf = ({ responseCode, code }: SmtpError): { words: string; isFinal: boolean } => {
  if (responseCode && responseCode >= 500)
    return { words: `邮件服务器拒收（${responseCode}）`, isFinal: true };
  if (responseCode) return { words: `邮件服务器暂时拒收（${responseCode}）`, isFinal: false };
  return { words: `无法连接邮件服务器${code ? `（${code}）` : ''}`, isFinal: false };
};

const messageOf = (db: Db, id: number) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .select(sql<boolean>`coalesce(expires_at < now(), false)`.as('isExpired'))
    .where('id', '=', id)
    .executeTakeFirst();

/**
 * Sending as background work. A node that dies after the mail server has taken the message, and before that is written down,
 * makes it go out twice; its Message-ID stays the same, by which mailboxes know such pairs.
 */
export const mailKind = (db: Db, carrier: MailCarrier, host: string): TaskKind => ({
  kind: KIND,
  attempts: ATTEMPTS,
  atOnce: 2,
  run: async ({ task }) => {
    const id = Number(task.payload['outboxId']);
    const message = await messageOf(db, id);
    if (message?.status !== 'waiting') return async () => ({});
    if (message.isExpired) throw new GiveUp(message.error ?? '未能在有效期内发出');
    if (!carrier) throw new GiveUp('未配置邮件服务器');
    await db
      .updateTable('outbox')
      .set((value) => ({ attempts: value('attempts', '+', 1) }))
      .where('id', '=', id)
      .execute();
    try {
      const { subject, content: text, html } = message;
      await carrier(
        message.recipient,
        { subject: subject ?? '', text, html: html ?? '' },
        `<${id}.outbox@${host}>`,
      );
    } catch (error) {
      const { words, isFinal } = problemOf(error as SmtpError);
      await db.updateTable('outbox').set({ error: words }).where('id', '=', id).execute();
      throw isFinal || task.attempt >= ATTEMPTS ? new GiveUp(words) : error;
    }
    return async (tx) => {
      await tx
        .updateTable('outbox')
        .set({ status: 'sent', error: null, content: '', html: null, sent_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute();
      return {};
    };
  },
  ended: async (tx, task, outcome) => {
    if (outcome.ok) return;
    await tx
      .updateTable('outbox')
      .set({
        status: 'failed',
        error: outcome.error,
        content: sql<string>`case when expires_at < now() then '' else content end`,
        html: sql<string | null>`case when expires_at < now() then null else html end`,
      })
      .where('id', '=', Number(task.payload['outboxId']))
      .execute();
  },
});
