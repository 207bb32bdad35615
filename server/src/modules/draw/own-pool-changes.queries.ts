import { type RawBuilder, sql } from 'kysely';
import { POOL_DAYS, poolActions } from '@zhiping/shared/rules/draw/pool-changes.ts';
import type { Db } from '../../platform/database/db.ts';
import { areOnePerson } from '../person/own-case.ts';

/**
 * How often a person, by whichever account, changed the pool or the conflicts: who is out of it for an hour decides who
 * follows in a place, as much as a choice by name does. `isCounted` is a condition on the `event`.
 */
const countChanges = async (db: Db, userId: number, isCounted: RawBuilder<unknown>): Promise<number> => {
  // The entities as in the index of these events.
  const { rows } = await sql<{ count: number }>`
    with acted as (
      select actor_id, count(*)::integer as count from audit_event as event
      where ${isCounted} and event.entity in ('expert', 'declared_relation', 'conflict')
        and action = any(${Object.keys(poolActions)}) and actor_id is not null
      group by actor_id
    )
    select coalesce(sum(count), 0)::integer as count from acted
      where ${areOnePerson(sql`actor_id`, sql`${userId}::bigint`)}`.execute(db);
  return rows[0]!.count;
};

/** Since some weeks before the last draw of a cycle was planned; 0 where there is none. */
export const countPoolChanges = (
  db: Db,
  { userId, cycleId }: { userId: number; cycleId: number },
): Promise<number> =>
  countChanges(
    db,
    userId,
    sql`event.at >= (select max(at) - ${POOL_DAYS} * interval '1 day' from audit_event as planned
      where planned.entity = 'draw' and planned.action = 'draw.created'
        and planned.entity_id in (select id::text from draw where cycle_id = ${cycleId}))`,
  );

/** Since a request at a project was made. */
export const countPoolChangesSince = (
  db: Db,
  { userId, projectId, confirmation }: { userId: number; projectId: number; confirmation: number },
): Promise<number> =>
  countChanges(
    db,
    userId,
    sql`event.seq > (select max(seq) from audit_event as asked
      where asked.entity = 'project' and asked.entity_id = ${String(projectId)}
        and asked.action = 'confirmation.asked' and (asked.detail ->> 'confirmation')::bigint = ${confirmation})`,
  );
