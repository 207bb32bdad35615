import type { FastifyBaseLogger } from 'fastify';
import type { Tx } from '../database/db.ts';
import type { MailCarrier } from './mail.ts';
import type { Mail } from './mails/mail.ts';
import { enqueueMessage, outboxKind, type OutboxParts } from './outbox-kind.ts';
import type { TaskKind } from '../tasks/task-kind.ts';

/** Spread over about two hours. */
const ATTEMPTS = 8;

/** Have a message sent once the transaction is committed. After `expiresAt` it is not sent any more. */
export type QueueMail = (
  tx: Tx,
  to: string,
  mail: Mail,
  options?: { expiresAt?: Date; projectId?: number | undefined },
) => Promise<void>;

/** Without a mail server messages are only kept for administrators to read and, outside production, logged. */
export const createMailQueue =
  (hasCarrier: boolean, log: FastifyBaseLogger, { logContent }: { logContent: boolean }): QueueMail =>
  async (tx, to, { subject, text, html }, { expiresAt, projectId } = {}) => {
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
        project_id: projectId ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (hasCarrier) await enqueueMessage(tx, 'mail', id);
    else if (logContent)
      log.info({ channel: 'email', recipient: to, content: text }, 'message kept in the outbox');
  };

type SmtpError = Error & { responseCode?: number; code?: string };

/** Words for a failure of a mail server: codes, not texts of other servers. */
export const mailProblem = (error: unknown): { words: string; isFinal: boolean } => {
  const { responseCode, code } = error as SmtpError;
  // A fault of the settings: waiting messages are sent once it is mended.
  if (code === 'EAUTH')
    return {
      words: `邮件服务器不接受 SMTP_USER、SMTP_PASSWORD（${responseCode ?? '无应答码'}）`,
      isFinal: false,
    };
  if (responseCode && responseCode >= 500)
    return { words: `邮件服务器拒收（${responseCode}）`, isFinal: true };
  if (responseCode) return { words: `邮件服务器暂时拒收（${responseCode}）`, isFinal: false };
  return { words: `无法连接邮件服务器${code ? `（${code}）` : ''}`, isFinal: false };
};

/**
 * Sending as background work. A node that dies after the mail server has taken the message, and before that is written down,
 * makes it go out twice; its Message-ID stays the same, by which mailboxes know such pairs, also when it is sent again by hand.
 */
export const mailKind = (parts: OutboxParts, carrier: MailCarrier): TaskKind =>
  outboxKind(parts, {
    kind: 'mail',
    attempts: ATTEMPTS,
    carrier:
      carrier &&
      (({ message_id: messageId, recipient, subject, content: text, html }) =>
        carrier(recipient, { subject: subject ?? '', text, html: html ?? '' }, `<${messageId}@zhiping>`)),
    unconfigured: '未配置邮件服务器',
    problemOf: mailProblem,
    keepsText: true,
  });
