import { sql } from 'kysely';
import {
  POOL_DAYS,
  type PoolAction,
  poolActions,
  type PoolChange,
} from '@zhiping/shared/rules/draw/pool-changes.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import type { Db } from '../../platform/database/db.ts';

/**
 * How often each account of staff changed the pool or the conflicts before the roster of a draw was frozen: somebody who
 * leaves few experts to draw from chooses as well. From the events, so that nobody can take it back. Experts who change
 * their own records are left out. Empty for draws of before events.
 */
export const findPoolChanges = async (db: Db, drawId: number): Promise<PoolChange[]> => {
  // The entities as in the index of these events.
  const { rows } = await sql<PoolChange>`
    with bounds as (
      select min(at) filter (where action = 'draw.created') as planned, max(at) filter (where action = 'draw.frozen') as frozen
      from audit_event where entity = 'draw' and entity_id = ${String(drawId)}
    )
    select action, coalesce(${actorName()}, '已删除的账号') as by, count(*)::integer as count,
      (count(*) filter (where event.at >= planned))::integer as later
    from bounds
      join audit_event as event on event.at >= planned - ${POOL_DAYS} * interval '1 day'
        and event.at <= coalesce(frozen, now()) and event.entity in ('expert', 'declared_relation', 'conflict')
      left join sys_user on sys_user.id = actor_id
    where actor_id is not null and action = any(${Object.keys(poolActions) as PoolAction[]})
      and not exists (select from expert where expert.user_id = actor_id)
    group by action, sys_user.id
    order by by, count(*) desc, action`.execute(db);
  return rows;
};
