import { sql } from 'kysely';
import { type ConfirmedAct, confirmedActs } from '@zhiping/shared/rules/confirmation/acts.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { notifyUser } from '../../platform/live/messages.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { pageOf } from './page-of.ts';
import { type StoredConfirmation, workflow } from './confirmation-workflow.ts';

/** Ends a request that can no longer be confirmed, and tells the one who asked. */
export const lapse = async (
  tx: Tx,
  { id, act, asked_by }: Pick<StoredConfirmation, 'id' | 'act' | 'asked_by'>,
  at: Date,
): Promise<void> => {
  await transition(tx, workflow, {
    id,
    event: 'lapse',
    who: ['clock'],
    actor: { userId: null },
    subjectOf: () => ({ isSecond: false, isOver: true, isChanged: false, isAskerGone: false }),
    set: { answered_at: at },
    detail: { confirmation: id, act, row: { name: null, at } },
  });
  await notifyUser(tx, asked_by, {
    kind: 'info',
    text: `「${confirmedActs[act]}」没有得到复核，已失效：到期，或情况已有变化。仍需办理的，请重新提出。`,
    link: pageOf(id),
  });
};

type Gone = {
  act: ConfirmedAct;
  objectIds: readonly number[];
  at: Date;
  /** Only requests whose input contains this. */
  input?: object;
};

/** Ends what waits for objects that are gone, or have changed so that it cannot be done any more. */
export const lapseFor = async (tx: Tx, { act, objectIds, at, input = {} }: Gone): Promise<void> => {
  const waiting = await tx
    .selectFrom('confirmation')
    .select(['id', 'act', 'asked_by'])
    .where('act', '=', act)
    .where('object_id', 'in', [...objectIds, 0])
    .where('state', '=', 'waiting')
    .where(sql<boolean>`input @> ${JSON.stringify(input)}::jsonb`)
    .execute();
  for (const one of waiting) await lapse(tx, one, at);
};

/** Ends the requests that nobody answered in time. Answers how many. */
export const lapseConfirmations = async (db: Db, at: Date): Promise<number> => {
  const over = await db
    .selectFrom('confirmation')
    .select('id')
    .where('state', '=', 'waiting')
    .where('lapses_at', '<=', at)
    .orderBy('id')
    .execute();
  let count = 0;
  for (const { id } of over)
    await inTransaction(db, async (tx) => {
      const still = await tx
        .selectFrom('confirmation')
        .select(['id', 'act', 'asked_by'])
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .forUpdate()
        .executeTakeFirst();
      if (!still) return;
      await lapse(tx, still, at);
      count += 1;
    });
  return count;
};
