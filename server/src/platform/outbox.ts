import type { FastifyBaseLogger } from 'fastify';
import type { Db } from './db.ts';

/** Sends a message, or throws. None: nothing is configured, and messages are only kept. */
export type Carrier = ((recipient: string, content: string) => Promise<void>) | null;

/** Hand a message to its carrier and keep a record; a carrier that fails is recorded and logged, never thrown. */
export type Send = (recipient: string, content: string) => Promise<void>;

/**
 * A sender of SMS with a record of everything it sent. Without a carrier the whole text is kept for administrators to read
 * and, outside production, logged; with one the text is not kept, since the codes in it open accounts. It is not tried
 * again: a code is worth nothing a few minutes later, and its owner asks for another.
 */
export const createSmsSender = (
  db: Db,
  log: FastifyBaseLogger,
  carrier: Carrier,
  { logContent }: { logContent: boolean },
): Send => {
  const record = (
    recipient: string,
    content: string,
    status: 'kept' | 'sent' | 'failed',
    error: string | null,
  ) => db.insertInto('outbox').values({ channel: 'sms', recipient, content, status, error }).execute();

  return async (recipient, content) => {
    if (!carrier) {
      await record(recipient, content, 'kept', null);
      if (logContent) log.info({ channel: 'sms', recipient, content }, 'message kept in the outbox');
      return;
    }
    try {
      await carrier(recipient, content);
      await record(recipient, '', 'sent', null);
    } catch (error) {
      log.error({ err: error, channel: 'sms' }, 'message not sent');
      await record(
        recipient,
        '',
        'failed',
        error instanceof Error ? error.message.slice(0, 500) : '未知错误',
      );
    }
  };
};
