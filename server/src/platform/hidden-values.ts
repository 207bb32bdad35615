import { sql } from 'kysely';
import type { Permission } from '@zhiping/shared/permissions.ts';
import { auditMany } from './audit/audit.ts';
import { type Db, inTransaction, type Tx } from './database/db.ts';
import { AppError } from './errors.ts';
import { notifyHolders } from './live/messages.ts';
import { holds, type Principal } from './auth/principal.ts';

/**
 * The answer that a value is taken reveals its existence to callers who may not read it. A mask leaves a few thousand
 * candidates, so all could be tried. Every such answer goes through `askHidden`.
 */

const MAX_A_DAY = 20;
/** Of the counter of answers; no value is empty. */
const TAKEN = '';

export type Hidden = {
  actor: Principal;
  /** Holders of this permission read the values in full, and are notified when others learn that one is taken. */
  readableBy: Permission;
  /** The values as lists mask them, or whole where no list does; those that do not change are left out. */
  masked: readonly string[];
};

/**
 * Whether the answer reveals no more than the actor may read anyway. Accounts outside the scope are not in their list.
 */
export const mayRead = (actor: Principal, readableBy: Permission) =>
  holds(actor, [readableBy]) && (readableBy !== 'user:list' || actor.deptScope === null);

const tooMany = () =>
  new AppError(
    429,
    'hidden.daily_limit',
    '今天与已有数据重复或过于相近的号码太多，请明天再试，或联系评审办核对',
  );

type Count = { subject: string; added: number; count: number };

/** Add to the counters of today, under the lock of their rows. */
const addCounts = async (tx: Tx, userId: number, added: ReadonlyMap<string, number>): Promise<Count[]> => {
  const { rows } = await sql<{ subject: string; count: number }>`
    insert into hidden_value_check as known (user_id, subject, count)
    select ${userId}, subject, added from unnest(${[...added.keys()]}::text[], ${[...added.values()]}::integer[])
      as asked (subject, added) order by subject
    on conflict (user_id, day, subject) do update set count = known.count + excluded.count
    returning subject, count`.execute(tx);
  return rows.map((row) => ({ ...row, added: added.get(row.subject) as number }));
};

const report = async (tx: Tx, { actor, readableBy }: Hidden, action: string, times: number, text: string) => {
  const event = { actorId: actor.userId, action, entity: 'user', entityId: actor.userId } as const;
  await auditMany(tx, Array<typeof event>(times).fill(event));
  const { username, nickName } = actor.view.user;
  await notifyHolders(tx, readableBy, { kind: 'warning', text: `${nickName}（${username}）${text}` });
};

/** Count the question before it is answered, else questions at the same moment would all be below the limit. */
const reserve = (db: Db, hidden: Hidden) =>
  inTransaction(db, async (tx) => {
    const added = new Map([[TAKEN, 1]]);
    for (const mask of hidden.masked) added.set(mask, (added.get(mask) ?? 0) + 1);
    const over = (await addCounts(tx, hidden.actor.userId, added)).filter(({ count }) => count > MAX_A_DAY);
    if (over.length === 0) return true;
    await addCounts(tx, hidden.actor.userId, new Map([[TAKEN, -1]]));
    // Once, when the limit is passed.
    if (over.some(({ subject, count, added: now }) => subject !== TAKEN && count - now <= MAX_A_DAY))
      await report(
        tx,
        hidden,
        'hidden.search_refused',
        1,
        '今天录入了过多仅中间几位不同的号码，可能在试探他人的号码，已拒绝',
      );
    return false;
  });

/** Records the outcome; returns whether it may be revealed. */
const recordAnswer = (db: Db, hidden: Hidden, taken: number) =>
  inTransaction(db, async (tx) => {
    const [counter] = await addCounts(tx, hidden.actor.userId, new Map([[TAKEN, taken - 1]]));
    if (taken === 0) return true;
    const isTold = (counter as Count).count <= MAX_A_DAY;
    await report(
      tx,
      hidden,
      isTold ? 'hidden.taken_told' : 'hidden.taken_refused',
      isTold ? taken : 1,
      `录入的号码有 ${taken} 个与已有数据重复${isTold ? '' : '，超过每天的次数，没有告知是哪些'}`,
    );
    return isTold;
  });

/**
 * Errors of a write that reveal that a person has the value. A person of the own school does not count: the list shows
 * them.
 */
const takenCodes = new Set([
  'expert.id_card_taken',
  'expert.contact_taken',
  'constraint.uk_user_username',
  'constraint.uk_user_phone',
  'constraint.uk_user_email',
]);

/**
 * Runs a query that reveals whether hidden values are taken: at most 20 such answers a day, each an audit event and a
 * message to those who may read them, and at most 20 values a day that look alike under their mask. Beyond that it does
 * not run. `takenIn` counts hits in an answer that are no errors.
 */
export const askHidden = async <T>(
  db: Db,
  hidden: Hidden,
  ask: () => Promise<T>,
  takenIn: (answer: T) => number = () => 0,
): Promise<T> => {
  if (hidden.masked.length === 0 || mayRead(hidden.actor, hidden.readableBy)) return ask();
  if (!(await reserve(db, hidden))) throw tooMany();
  let answer: T;
  try {
    answer = await ask();
  } catch (error) {
    const isTaken = error instanceof AppError && takenCodes.has(error.code);
    if (!(await recordAnswer(db, hidden, isTaken ? 1 : 0))) throw tooMany();
    throw error;
  }
  if (!(await recordAnswer(db, hidden, takenIn(answer)))) throw tooMany();
  return answer;
};
