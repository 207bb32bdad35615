import { sql } from 'kysely';
import { EXPERT_ROLE_ID } from '@zhiping/shared/constants.ts';
import {
  POOL_DAYS,
  type PoolAction,
  poolActions,
  type PoolChange,
} from '@zhiping/shared/rules/draw/pool-changes.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import type { Db } from '../../platform/database/db.ts';

/**
 * How often each account of staff changed the pool or the conflicts from before a draw until its round is closed. Few experts
 * to draw from, or to follow in a place, are a choice too. Counted from the events, which are never deleted. Experts who are
 * no staff are left out: they change only their own records. Empty for draws of before events.
 */
export const findPoolChanges = async (db: Db, drawId: number): Promise<PoolChange[]> => {
  // The entities as in the index of these events.
  const { rows } = await sql<PoolChange>`
    with bounds as (
      select min(at) filter (where action = 'draw.created') as planned, max(at) filter (where action = 'draw.frozen') as frozen,
        least(max(at) filter (where action = 'draw.aborted'), (select min(at) from audit_event where action = 'round.closed'
          and entity = 'cycle' and entity_id = (select cycle_id::text from draw where id = ${drawId}))) as ended
      from audit_event where entity = 'draw' and entity_id = ${String(drawId)}
    )
    select action, coalesce(${actorName()}, '已删除的账号') as by, count(*)::integer as count,
      (count(*) filter (where event.at >= bounds.planned and (event.at <= bounds.frozen or bounds.frozen is null)))::integer as planned,
      (count(*) filter (where event.at > bounds.frozen))::integer as frozen
    from bounds
      join audit_event as event on event.at >= bounds.planned - ${POOL_DAYS} * interval '1 day'
        and event.at <= coalesce(ended, 'infinity') and event.entity in ('expert', 'declared_relation', 'conflict')
      left join sys_user on sys_user.id = actor_id
    where actor_id is not null and action = any(${Object.keys(poolActions) as PoolAction[]})
      and (not exists (select from expert where expert.user_id = actor_id)
        or exists (select from user_role where user_id = actor_id and role_id <> ${EXPERT_ROLE_ID}))
    group by action, sys_user.id
    order by by, count(*) desc, action`.execute(db);
  return rows;
};
