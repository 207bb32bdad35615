import type { Db } from './db.ts';
import { withoutCode } from '../outbox/hide-code.ts';
import { dayOf, daysBefore } from '../clock.ts';

const BATCH_SIZE = 10_000;

/** In portions, so that years of rows do not make one long transaction. Answers how many. */
const inPortions = async (deleteSome: () => Promise<{ numDeletedRows: bigint }>): Promise<number> => {
  for (let sum = 0; ;) {
    const deleted = Number((await deleteSome()).numDeletedRows);
    sum += deleted;
    if (deleted < BATCH_SIZE) return sum;
  }
};

const logs = ['operation_log', 'login_log', 'error_log', 'timing_log', 'backup_run'] as const;

const deleteOld = (db: Db, table: (typeof logs)[number] | 'outbox' | 'notification', before: Date) => {
  const old = db.selectFrom(table).select('id').where('create_time', '<', before).limit(BATCH_SIZE);
  return inPortions(() => db.deleteFrom(table).where('id', 'in', old).executeTakeFirstOrThrow());
};

/** Delete logs beyond their time; audit events are for ever. Answers how many rows, as all of these do. */
export const deleteOldLogs = async (db: Db, before: Date): Promise<number> => {
  let sum = 0;
  for (const table of logs) sum += await deleteOld(db, table, before);
  return sum;
};

/** Delete captchas, codes, failed sign-ins and counters that count for nothing any more: limits look a day back, locks an hour. */
export const deleteSpentCodes = async (db: Db, now: Date): Promise<number> => {
  const { numDeletedRows: captchas } = await db
    .deleteFrom('captcha')
    .where('expires_at', '<', now)
    .executeTakeFirstOrThrow();
  const { numDeletedRows: codes } = await db
    .deleteFrom('one_time_code')
    .where('created_at', '<', daysBefore(now, 2))
    .executeTakeFirstOrThrow();
  const { numDeletedRows: failures } = await db
    .deleteFrom('login_failure')
    .where('at', '<', daysBefore(now, 2))
    .executeTakeFirstOrThrow();
  const { numDeletedRows: checks } = await db
    .deleteFrom('hidden_value_check')
    .where('day', '<', dayOf(daysBefore(now, 1)))
    .executeTakeFirstOrThrow();
  return Number(captchas + codes + failures + checks);
};

/** Delete old messages to telephones and mailboxes, empty those that must not be sent any more, and erase the codes of those that were only kept. */
export const trimOutbox = async (
  db: Db,
  days: number,
  now: Date,
): Promise<{ deleted: number; erased: number }> => {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ content: '', html: null })
    .where('expires_at', '<', now)
    .where('status', '=', 'failed')
    .where('content', '<>', '')
    .executeTakeFirstOrThrow();
  const { numUpdatedRows: codes } = await db
    .updateTable('outbox')
    .set({ content: withoutCode, html: null })
    .where('expires_at', '<', now)
    .where('status', '=', 'kept')
    .where('content', '<>', withoutCode)
    .executeTakeFirstOrThrow();
  return {
    deleted: await deleteOld(db, 'outbox', daysBefore(now, days)),
    erased: Number(numUpdatedRows + codes),
  };
};

/** Deletes old messages. */
export const deleteOldMessages = (db: Db, before: Date) => deleteOld(db, 'notification', before);

/** Delete background work that has ended; its uploaded file, which holds personal data, goes after a day already. */
export const deleteOldTasks = async (db: Db, days: number, now: Date): Promise<number> => {
  const ended = db
    .selectFrom('task')
    .select('id')
    .where('state', 'in', ['done', 'failed'])
    .where('end_time', '<', daysBefore(now, 1));
  await db.deleteFrom('task_input').where('task_id', 'in', ended).execute();
  const { numDeletedRows } = await db
    .deleteFrom('task')
    .where('state', 'in', ['done', 'failed'])
    .where('end_time', '<', daysBefore(now, days))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};
