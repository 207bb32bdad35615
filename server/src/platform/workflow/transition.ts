import { sql } from 'kysely';
import { findTransition, stepOf, type StateMachine } from '@zhiping/shared/rules/workflow/state-machine.ts';
import { audit, auditMany } from '../audit/audit.ts';
import type { AuditEntity } from '../audit/audit-entity.ts';
import type { Tx } from '../database/db.ts';
import type { Schema } from '../database/schema.ts';
import { denied, notFound } from '../errors.ts';

/** A state machine and the table whose rows move through it. */
export type Workflow<State extends string, Event extends string, Who extends string, Row, Case> = {
  machine: StateMachine<State, Event, Who, Case>;
  table: keyof Schema;
  /** The column of the state. */
  column: keyof Row & string;
  /** Audit of the workflow: its action for each event, and the record that the event belongs to. */
  actions: Record<Event, string>;
  recordOf: (row: Row) => { entity: AuditEntity; entityId: number };
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

/** The part of a note that the record keeps: nothing where the detail holds it already. */
const keepNote = (note: string | null, detail: Record<string, unknown>) =>
  note === null || [detail['note'], detail['reason'], detail['opinion']].includes(note)
    ? {}
    : { row: { ...(detail['row'] as object | undefined), note } };

/**
 * Moves one row: locks it, asks the table and the guard, does the work, sets the state, and writes event and audit, all
 * in the caller's transaction. The only place where the state of a record changes; background tasks, which only nodes
 * move, follow their table in `tasks/claim.ts`. Throws 404, or the denial as 400 (403 if the event is not for this
 * actor). Returns the former row and the new state.
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
    detail: { ...detail, ...keepNote(note, detail), from, to },
  });
  return { row, to };
};

/** The same step of many rows. */
export type StepOfMany<Event extends string, Who extends string, Case> = {
  ids: readonly number[];
  event: Event;
  who: readonly Who[];
  actor: { userId: number | null };
  /** Looked at by the guards: what is the same for all rows. */
  subject: Case;
  set?: Record<string, unknown>;
  note?: string | null;
  detail?: Record<string, unknown>;
};

/**
 * Move all those rows that stand where the event leads on from, in three statements however many they are; the others stay. For
 * events that lead to one state, and rows that have a version. Throws the denial of the guard. Answers which moved, by id.
 */
export const transitionMany = async <
  State extends string,
  Event extends string,
  Who extends string,
  Row,
  Case,
>(
  tx: Tx,
  { machine, table, column, actions, recordOf }: Workflow<State, Event, Who, Row, Case>,
  { ids, event, who, actor, subject, set = {}, note = null, detail = {} }: StepOfMany<Event, Who, Case>,
): Promise<Row[]> => {
  const { from, to } = stepOf(machine, event);
  for (const state of from) {
    const result = findTransition(machine, state, event, who, subject);
    if ('denial' in result) throw denied(result.denial);
  }
  const state = sql.ref(column);
  const { rows } = await sql<Row & { id: number }>`select * from ${sql.table(table)}
    where id = any(${[...ids]}::bigint[]) and ${state} = any(${from}::text[]) order by id for update`.execute(
    tx,
  );
  if (rows.length === 0) return [];
  const moved = rows.map(({ id }) => id);
  const changes = Object.entries({ ...set, [column]: to }).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  await sql`update ${sql.table(table)} set ${sql.join(changes)}, version = version + 1
    where id = any(${moved}::bigint[])`.execute(tx);
  await sql`insert into state_event (entity, entity_id, event, from_state, to_state, actor_id, note)
    select ${table}, id, ${event}, before, ${to}, ${actor.userId}, ${note}
    from unnest(${moved}::bigint[], ${rows.map((row) => row[column] as State)}::text[]) as moved (id, before)`.execute(
    tx,
  );
  await auditMany(
    tx,
    rows.map((row) => ({
      actorId: actor.userId,
      action: actions[event],
      ...recordOf(row),
      detail: { ...detail, ...keepNote(note, detail), from: row[column], to },
    })),
  );
  return rows;
};
