import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../database/db.ts';
import type { Schema } from '../database/schema.ts';
import { enqueue } from '../tasks/enqueue.ts';
import { GiveUp, type TaskKind } from '../tasks/task-kind.ts';
import type { Clock } from '../clock.ts';

type Message = Selectable<Schema['outbox']>;

/** Queue a message that stands in the outbox, for now or for later. */
export const enqueueMessage = (tx: Tx, kind: 'mail' | 'sms', outboxId: number, dueAt?: Date) =>
  enqueue(tx, { kind, key: `${kind}:${outboxId}`, payload: { outboxId }, dueAt });

export type OutboxParts = { db: Db; clock: Clock };

type Way = {
  kind: 'mail' | 'sms';
  attempts: number;
  /** Null where none is configured, with what is said then. */
  carrier: ((message: Message) => Promise<void>) | null;
  unconfigured: string;
  /** Words of a failure for administrators, only codes of other servers, and whether a retry cannot help. */
  problemOf: (error: unknown) => { words: string; isFinal: boolean };
  /** Whether the text of a message that was given up stays for sending it again by hand. */
  keepsText: boolean;
};

const messageOf = (db: Db, id: number, now: Date) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .select(sql<boolean>`coalesce(expires_at < ${now}, false)`.as('isExpired'))
    .where('id', '=', id)
    .executeTakeFirst();

/** Sending messages of the outbox as background work: the outbox shows the state, the tries and the last problem. */
export const outboxKind = ({ db, clock }: OutboxParts, way: Way): TaskKind => ({
  kind: way.kind,
  attempts: way.attempts,
  concurrency: 2,
  run: async ({ task }) => {
    const id = Number(task.payload['outboxId']);
    const message = await messageOf(db, id, clock.now());
    if (message?.status !== 'waiting') return async () => ({});
    if (message.isExpired) throw new GiveUp(message.error ?? '未能在有效期内发出');
    if (!way.carrier) throw new GiveUp(way.unconfigured);
    await db
      .updateTable('outbox')
      .set((value) => ({ attempts: value('attempts', '+', 1) }))
      .where('id', '=', id)
      .execute();
    try {
      await way.carrier(message);
    } catch (error) {
      const { words, isFinal } = way.problemOf(error);
      const told = withoutText(words, message);
      await db.updateTable('outbox').set({ error: told }).where('id', '=', id).execute();
      // Thrown errors are logged: the answer of a mail server as well, but a carrier may quote codes.
      const cause = message.channel === 'sms' ? {} : { cause: error };
      throw isFinal || task.attempt >= way.attempts ? new GiveUp(told) : new Error(told, cause);
    }
    return async (tx) => {
      await tx
        .updateTable('outbox')
        .set({ status: 'sent', error: null, content: '', html: null, notice: null, sent_at: clock.now() })
        .where('id', '=', id)
        .execute();
      return {};
    };
  },
  ended: async (tx, task, outcome) => {
    if (outcome.ok) return;
    const goes = way.keepsText ? sql<boolean>`expires_at < ${clock.now()}` : sql<boolean>`true`;
    await tx
      .updateTable('outbox')
      .set({
        status: 'failed',
        error: outcome.error,
        notice: null,
        content: sql<string>`case when ${goes} then '' else content end`,
        html: sql<string | null>`case when ${goes} then null else html end`,
      })
      .where('id', '=', Number(task.payload['outboxId']))
      .execute();
  },
});

/** A carrier may quote what it was given; a code must not come to light that way. */
const withoutText = (words: string, { channel, content }: Message) =>
  channel === 'sms' ? words.replaceAll(content, '******') : words;
