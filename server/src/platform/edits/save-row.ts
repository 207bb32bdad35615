import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type Selectable,
  type SqlBool,
  type Updateable,
} from 'kysely';
import type { AuditEntity } from '../audit/audit-entity.ts';
import { audit, auditMany } from '../audit/audit.ts';
import type { Principal } from '../auth/principal.ts';
import { notFound } from '../errors.ts';
import { type Db, explainBroken, inTransaction, type Tx } from '../database/db.ts';
import { editedBy, refuseStale } from './edit-lock.ts';
import type { Schema } from '../database/schema.ts';

type Versioned = { id: unknown; version: unknown; update_by: unknown; update_time: unknown };
type Table = { [T in keyof Schema & AuditEntity]: Schema[T] extends Versioned ? T : never }[keyof Schema &
  AuditEntity];

/** A table whose rows people add, edit and delete one by one. Its name is that of the audited thing too. */
export type Entity<T extends Table = Table> = {
  table: T;
  /** Noun for a row: 岗位. */
  noun: string;
  /** Field and message of each constraint. */
  constraints: Parameters<typeof explainBroken>[0];
};

/** Do writes in one transaction; a broken constraint of the entity becomes an error on its field. */
export const saving = <R>(db: Db, { constraints }: Entity, work: (tx: Tx) => Promise<R>): Promise<R> =>
  explainBroken(constraints, inTransaction(db, work));

export type NewRow<T extends Table> = {
  values: Insertable<Schema[T]>;
  /** Detail of the audit event. */
  detail: Record<string, unknown>;
};

/** Add rows in one statement, each with its audit event. Answers their ids in the same order. */
export const insertRows = async <T extends Table>(
  tx: Tx,
  actor: Principal,
  { table }: Entity<T>,
  rows: readonly NewRow<T>[],
): Promise<number[]> => {
  const added = (await tx
    .insertInto(table as Table)
    .values(rows.map(({ values }) => ({ ...values, update_by: actor.username })) as never)
    .returning('id')
    .execute()) as { id: number }[];
  await auditMany(
    tx,
    added.map(({ id }, index) => ({
      actorId: actor.userId,
      action: `${table}.created`,
      entity: table,
      entityId: id,
      detail: (rows[index] as NewRow<T>).detail,
    })),
  );
  return added.map(({ id }) => id);
};

export const insertRow = async <T extends Table>(
  tx: Tx,
  actor: Principal,
  entity: Entity<T>,
  row: NewRow<T>,
): Promise<{ id: number }> => {
  const [id] = await insertRows(tx, actor, entity, [row]);
  return { id: id as number };
};

/** Which of these values a text column has already. */
export const findKnown = async <T extends Table>(
  db: Db,
  { table }: Entity<T>,
  column: keyof Schema[T] & string,
  values: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await sql<{ value: string }>`
    select ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} = any(${[...values]}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ value }) => value));
};

type Visible<T extends Table> = (row: ExpressionBuilder<Schema, T>) => Expression<SqlBool>;

/**
 * Locks a row for a change: 404 if it does not exist or is outside the actor's scope, 409 if another user changed it
 * since the version that was read. A client that sends no version wins.
 */
export const lockRow = async <T extends Table>(
  tx: Tx,
  { table, noun }: Pick<Entity<T>, 'table' | 'noun'>,
  { id, version }: { id: number; version?: number | undefined },
  isVisible?: Visible<T>,
): Promise<Selectable<Schema[T]>> => {
  const stored = await tx
    .selectFrom(table as Table)
    .selectAll()
    .where('id', '=', id as never)
    .$if(isVisible !== undefined, (rows) => rows.where(isVisible as never))
    .forUpdate()
    .executeTakeFirst();
  if (!stored) throw notFound(noun);
  await refuseStale(tx, stored as Parameters<typeof refuseStale>[1], version);
  return stored as unknown as Selectable<Schema[T]>;
};

/** Change a row that `lockRow` gave, with its audit event. */
export const updateRow = async <T extends Table>(
  tx: Tx,
  actor: Principal,
  { table }: Entity<T>,
  stored: { id: number; version: number },
  { values, detail }: { values: Updateable<Schema[T]>; detail: Record<string, unknown> },
): Promise<void> => {
  const { id } = stored;
  await tx
    .updateTable(table as Table)
    .set({ ...values, ...editedBy(actor, stored) } as never)
    .where('id', '=', id as never)
    .execute();
  await audit(tx, {
    actorId: actor.userId,
    action: `${table}.changed`,
    entity: table,
    entityId: id,
    detail,
    stored,
  });
};

export type NamedTable = { [T in Table]: Schema[T] extends { name: unknown } ? T : never }[Table];

/** Delete rows by their ids, each with its audit event; those that are gone already are none of these. Answers which went. */
export const deleteRows = async <T extends NamedTable>(
  tx: Tx,
  actor: Principal,
  { table }: Entity<T>,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> => {
  const gone = (await tx
    .deleteFrom(table as NamedTable)
    .where('id', 'in', [...ids])
    .returning(['id', 'name'])
    .execute()) as { id: number; name: string }[];
  await auditMany(
    tx,
    gone.map(({ id, name }) => ({
      actorId: actor.userId,
      action: `${table}.deleted`,
      entity: table,
      entityId: id,
      detail: { name },
    })),
  );
  return gone;
};
