import { sql } from 'kysely';
import type { ToPage } from '@zhiping/shared/live.ts';
import type { Db } from '../database/db.ts';

/** NOTIFY takes less than 8000 bytes; what is longer must be fetched, and the message only says so. */
const MAX_BYTES = 7900;

const payloadOf = (topic: string, message: ToPage) => {
  const payload = `${topic}:${JSON.stringify(message)}`;
  if (Buffer.byteLength(payload) > MAX_BYTES) throw new Error(`message of ${topic} is too long for NOTIFY`);
  return payload;
};

const send = async (db: Db, topic: string, message: ToPage) => {
  await sql`select pg_notify('zhiping', ${payloadOf(topic, message)})`.execute(db);
};

/** Send to every open page of a user, on whatever node; from a transaction only once that is committed. */
export const sendToUser = (db: Db, userId: number, message: ToPage) => send(db, `user:${userId}`, message);

/** Sends individual messages to many users in one statement. */
export const sendToUsers = async (
  db: Db,
  messages: readonly { userId: number; message: ToPage }[],
): Promise<void> => {
  const payloads = messages.map(({ userId, message }) => payloadOf(`user:${userId}`, message));
  await sql`select pg_notify('zhiping', payload) from unnest(${payloads}::text[]) as payload`.execute(db);
};

/** Sends a message once to every open page of the holders of these roles. */
export const sendToRoles = (db: Db, roleIds: readonly number[], message: ToPage) =>
  send(db, `roles:${roleIds.join(',')}`, message);

type Addressed = {
  to: (reader: { userId: number; roleIds: readonly number[]; mayWatch: boolean }) => boolean;
  text: string;
};

/** Parses a notice of another node: its addressees, and the text to pass on. Null for messages of other kinds. */
export const addressedOf = (topic: string, payload: string): Addressed | null => {
  // Said by the database itself whenever an assignment changes (0012_round.sql).
  if (topic === 'round') {
    const message: ToPage = { kind: 'round', cycleId: Number(payload) };
    return { to: ({ mayWatch }) => mayWatch, text: JSON.stringify(message) };
  }
  if (topic !== 'user' && topic !== 'roles') return null;
  const cut = payload.indexOf(':');
  const ids = new Set(payload.slice(0, cut).split(',').map(Number));
  const text = payload.slice(cut + 1);
  if (topic === 'user') return { to: ({ userId }) => ids.has(userId), text };
  return { to: ({ roleIds }) => roleIds.some((id) => ids.has(id)), text };
};
