import { sql } from 'kysely';
import type { CycleState } from '@zhiping/shared/rules/cycle/states.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { eachAlone } from '../../platform/tasks/each-alone.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { caseOf } from './cycle-plan.ts';
import { workflow } from './cycle-workflow.ts';
import { notifyOfStage } from './notify-cycle.ts';

/** Time-driven moves of a running cycle. The last second of the window is included. */
const isDue = (now: Date) => sql<boolean>`suspended_reason is null and (
  (state = 'published' and apply_opens_at <= ${now})
  or (state = 'applying' and apply_closes_at + interval '1 second' <= ${now}))`;

const eventOf: Partial<Record<CycleState, 'open' | 'close'>> = { published: 'open', applying: 'close' };

/** Move one cycle on while its time has come. False when nothing was to be done, or another node does it. */
const advanceOnce = async (tx: Tx, id: number, now: Date): Promise<boolean> => {
  const due = await tx
    .selectFrom('cycle')
    .select(['id', 'state'])
    .where('id', '=', id)
    .where(isDue(now))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  const event = due && eventOf[due.state];
  if (!event) return false;
  await transition(tx, workflow, {
    id,
    event,
    who: ['clock'],
    actor: { userId: null },
    subjectOf: (cycle) => caseOf(cycle, { now }),
  });
  await notifyOfStage(tx, due, { event, actorId: null, now });
  return true;
};

/** A window that opened and closed while no node ran is opened and closed. */
export const advanceCycle = async (tx: Tx, id: number, now: Date): Promise<void> => {
  while (await advanceOnce(tx, id, now));
};

/** Move on every cycle whose time has come, each in a transaction of its own. Called at every look of the worker. */
export const advanceDueCycles = async (db: Db, now: Date): Promise<void> => {
  const due = await db.selectFrom('cycle').select('id').where(isDue(now)).orderBy('id').execute();
  await eachAlone(
    due.map(({ id }) => id),
    (id) => inTransaction(db, (tx) => advanceCycle(tx, id, now)),
  );
};
