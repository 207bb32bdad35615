import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { type Check, inBatches, LOADED } from './check.ts';
import { machines } from './states.check.ts';

type Step = { id: number; entity: string; row: number; isTold: boolean };

/** The action of a step by its table and event. */
const actionOf = sql.join(
  machines.flatMap(({ table, actions }) =>
    Object.entries<string>(actions).map(
      ([event, action]) => sql`when entity = ${table} and event = ${event} then ${action}`,
    ),
  ),
  sql` `,
);

/** Steps that events tell of and that are gone. */
const findGone = async (db: Db) => {
  const actions = machines.flatMap((machine) => Object.values<string>(machine.actions));
  const { rows } = await sql<{ seq: number; entity: string; row: number }>`
    select seq, entity, entity_id::bigint as row from audit_event event
    where action = any(${actions}::text[]) and detail ? 'from' and detail ? 'to'
      and not exists (select from state_event step where step.entity = event.entity
        and step.entity_id = event.entity_id::bigint and step.from_state = event.detail ->> 'from'
        and step.to_state = event.detail ->> 'to' and step.actor_id is not distinct from event.actor_id)
    order by seq limit 100`.execute(db);
  return rows;
};

/** Who took which step when: what pages show as the history of a record. */
export const stepCheck: Check = {
  name: '办理经过',
  run: async (db, report) => {
    for await (const rows of inBatches<Step>(
      db,
      (page, after) => sql`select step.id, step.entity, step.entity_id as row,
          exists (select from audit_event event where event.entity = step.entity
            and event.entity_id = step.entity_id::text and (event.action = ${LOADED} or (event.action = step.action
              and event.detail ->> 'to' = step.to_state and event.actor_id is not distinct from step.actor_id))) as "isTold"
        from (select *, case ${actionOf} end as action from state_event where id > ${after} and entity in (${sql.join(
          machines.map(({ table }) => table),
        )}) ${page}) as step order by step.id`,
    )) {
      report.compared(rows.length);
      for (const { id, isTold } of rows)
        if (!isTold)
          report.found({
            table: 'state_event',
            id,
            seq: null,
            problem: '这一步没有事件，或办理人与事件不符',
          });
    }
    for (const { seq, entity, row } of await findGone(db))
      report.found({ table: entity, id: row, seq, problem: '办理经过中缺少这一步' });
  },
};
