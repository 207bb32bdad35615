import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { asTold, type Check, inBatches, LOADED } from './check.ts';
import { machines } from './states.check.ts';

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

type Match = { seq: number; isSameTime: boolean; note: string | null };
type Step = { id: number; note: string | null; matches: Match[] | null; isLoaded: boolean };

/** The note of an event, where it holds one: under its own name, or as the reason or opinion that it is. */
const noteTold = sql`coalesce(event.detail #>> '{row,note}', event.detail ->> 'note', event.detail ->> 'reason',
  event.detail ->> 'opinion')`;

/** From this event on all hold the notes of their steps. */
const findSince = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ seq: number | null }>`select min(seq) as seq from audit_event
    where detail ? 'row' and action <> ${LOADED}`.execute(db);
  return rows[0]?.seq ?? Number.MAX_SAFE_INTEGER;
};

const problemOf = ({ note, matches, isLoaded }: Step, since: number): string | null => {
  if (matches === null) return isLoaded ? null : '这一步没有事件，或办理人与事件不符';
  const sameTime = matches.filter(({ isSameTime }) => isSameTime);
  if (sameTime.length === 0) return '办理时间与事件不符';
  const isSameNote = sameTime.some(
    (match) => note === null || (match.note === null && match.seq < since) || match.note === asTold(note),
  );
  return isSameNote ? null : '说明与事件不符';
};

/** Who took which step when and why: what pages show as the history of a record. */
export const stepCheck: Check = {
  name: '办理经过',
  run: async (db, report) => {
    const since = await findSince(db);
    for await (const rows of inBatches<Step>(
      db,
      (page, after) => sql`select step.id, step.note, matching.matches,
          matching.matches is null and exists (select from audit_event event where event.entity = step.entity
            and event.entity_id = step.entity_id::text and event.action = ${LOADED}
            and coalesce((event.detail #>> '{row,steps}')::bigint >= step.id, event.at >= step.at)) as "isLoaded"
        from (select *, case ${actionOf} end as action from state_event where id > ${after} and entity in (${sql.join(
          machines.map(({ table }) => table),
        )}) ${page}) as step
          left join lateral (select jsonb_agg(jsonb_build_object('seq', seq, 'isSameTime', event.at = step.at,
              'note', ${noteTold})) as matches from audit_event event
            where event.entity = step.entity and event.entity_id = step.entity_id::text and event.action = step.action
              and event.detail ->> 'to' = step.to_state and event.actor_id is not distinct from step.actor_id
          ) as matching on true
        order by step.id`,
    )) {
      report.compared(rows.length);
      for (const step of rows) {
        const problem = problemOf(step, since);
        if (problem !== null)
          report.found({
            table: 'state_event',
            id: step.id,
            seq: step.matches?.at(-1)?.seq ?? null,
            problem,
          });
      }
    }
    for (const { seq, entity, row } of await findGone(db))
      report.found({ table: entity, id: row, seq, problem: '办理经过中缺少这一步' });
  },
};
