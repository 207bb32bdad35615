import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { caseOf, findProjectCycle } from './project-cycle.queries.ts';
import { takeStep } from './take-step.ts';

/** Asked for supplements and not answered in time, in a cycle that runs. */
const isLapsed = (now: Date) => sql<boolean>`state = 'supplementing'
  and exists (select from project_return asked where asked.project_id = project.id and asked.kind = 'supplement'
    and asked.due_at + interval '1 second' <= ${now})
  and exists (select from cycle where cycle.id = cycle_id and suspended_reason is null)`;

/** A row locked by the applicant or another node is left to the next run. */
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
  const subject = await caseOf(tx, stored, { cycle, at: now, userId: null });
  await takeStep(tx, {
    id,
    event: 'lapse',
    who: ['clock'],
    actor: { userId: null },
    subjectOf: () => subject,
    set: { version: stored.version + 1, update_time: now },
  });
};

/** Who did not answer in time has given up (rule 19). Called at every look of the worker. */
export const lapseSupplements = async (db: Db, now: Date): Promise<void> => {
  const due = await db.selectFrom('project').select('id').where(isLapsed(now)).orderBy('id').execute();
  for (const { id } of due) await inTransaction(db, (tx) => lapseOne(tx, id, now));
};
