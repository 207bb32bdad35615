import { sql } from 'kysely';
import { findTransition, type StateMachine } from '@zhiping/shared/rules/state-machine.ts';
import { audit } from '../audit/audit.ts';
import type { Tx } from '../database/db.ts';
import type { Schema } from '../database/schema.ts';
import { denied, notFound } from '../errors.ts';

/** A state machine and the table whose rows move through it. */
export type Workflow<State extends string, Event extends string, Who extends string, Row, Case> = {
  machine: StateMachine<State, Event, Who, Case>;
  table: keyof Schema;
  /** The column of the state. */
  column: keyof Row & string;
  /** What the audit names: its action for each event, and the record that the event belongs to. */
  actions: Record<Event, string>;
  recordOf: (row: Row) => { entity: string; entityId: number };
};

/** One step of one row. */
export type Step<Event extends string, Who extends string, Row, Case> = {
  id: number;
  event: Event;
  who: readonly Who[];
  /** Without a user it is the clock. */
  actor: { userId: number | null };
  /** Looked at by the guards, with the row as it is locked. */
  subjectOf: (row: Row) => Case | Promise<Case>;
  /** Done while the row is locked, before it moves: what belongs to the event beside the state. */
  work?: (row: Row) => Promise<void>;
  /** Columns that change with the state. */
  set?: Record<string, unknown>;
  note?: string | null;
  detail?: Record<string, unknown>;
};

/**
 * Move one row: lock it, ask the table and the guard, do the work, set the state, write the event and the audit, all in
 * the caller's transaction. The only place where a state changes. Throws 404, or the denial as 400 (403 where the event is
 * not for this person). Answers the row as it was and the state it has now.
 */
export const transition = async <State extends string, Event extends string, Who extends string, Row, Case>(
  tx: Tx,
  { machine, table, column, actions, recordOf }: Workflow<State, Event, Who, Row, Case>,
  { id, event, who, actor, subjectOf, work, set = {}, note = null, detail = {} }: Step<Event, Who, Row, Case>,
): Promise<{ row: Row; to: State }> => {
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where id = ${id} for update`.execute(tx);
  const [row] = rows;
  if (!row) throw notFound(machine.noun);
  const from = row[column] as State;
  const result = findTransition(machine, from, event, who, await subjectOf(row));
  if ('denial' in result) throw denied(result.denial);
  const { to } = result.transition;
  await work?.(row);
  const changes = Object.entries({ ...set, [column]: to }).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where id = ${id}`.execute(tx);
  await tx
    .insertInto('state_event')
    .values({
      entity: table,
      entity_id: id,
      event,
      from_state: from,
      to_state: to,
      actor_id: actor.userId,
      note,
    })
    .execute();
  await audit(tx, {
    actorId: actor.userId,
    action: actions[event],
    ...recordOf(row),
    detail: { ...detail, from, to },
  });
  return { row, to };
};
