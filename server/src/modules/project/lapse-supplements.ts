import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { eachAlone } from '../../platform/tasks/each-alone.ts';
import { caseOf, findProjectCycle } from './project-cycle.queries.ts';
import { takeStep } from './take-step.ts';

/** Supplements were requested and not submitted in time, in a cycle that is not suspended. */
const isLapsed = (now: Date) => sql<boolean>`state = 'supplementing'
  and exists (select from project_return asked where asked.project_id = project.id and asked.kind = 'supplement'
    and asked.due_at + interval '1 second' <= ${now})
  and exists (select from cycle where cycle.id = cycle_id and suspended_reason is null)`;

/** Skips a row that the applicant or another node has locked: the next run handles it. */
const lapseOne = async (tx: Tx, id: number, now: Date) => {
  const stored = await tx
    .selectFrom('project')
    .selectAll()
    .where('id', '=', id)
    .where(isLapsed(now))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!stored) return;
  const cycle = await findProjectCycle(tx, stored.cycle_id);
  const subject = await caseOf(tx, stored, { cycle, at: now });
  await takeStep(tx, {
    id,
    event: 'lapse',
    who: ['clock'],
    actor: { userId: null },
    subjectOf: () => subject,
    set: { version: stored.version + 1, update_time: now },
  });
};

/** Withdraws projects whose supplements were not submitted in time (rule 19). Runs at every pass of the worker. */
export const lapseSupplements = async (db: Db, now: Date): Promise<void> => {
  const due = await db.selectFrom('project').select('id').where(isLapsed(now)).orderBy('id').execute();
  await eachAlone(
    due.map(({ id }) => id),
    (id) => inTransaction(db, (tx) => lapseOne(tx, id, now)),
  );
};
