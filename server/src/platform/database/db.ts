import type { Duplex } from 'node:stream';
import { type CompiledQuery, Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { nameDots, plainName } from '@zhiping/shared/rules/person/name.ts';
import { plainNumber, plainPhone } from '@zhiping/shared/schemas.ts';
import { fieldError } from '../errors.ts';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;
/** A handle inside a transaction; functions that write take this, so that they cannot be called outside one. */
export type Tx = Transaction<Schema>;

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;

/** `{1,2,NULL}`; of a hundred thousand ids too, which are read in a third of the time as JSON. */
const readInt8Array = (value: string) => JSON.parse(`[${value.slice(1, -1).toLowerCase()}]`) as unknown;

/** Ids stay below 2^53, so int8 is a number here; a date is the text yyyy-MM-dd, free of time zones. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    if (oid === INT8_ARRAY) return readInt8Array;
    if (oid === DATE) return (value: string) => value;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as typeof pg.types.getTypeParser,
};

/** Settings of every connection of the product, whatever it is for. */
export const connectionConfig = (connection: pg.ClientConfig): pg.ClientConfig => ({
  ...connection,
  types,
  application_name: 'zhiping',
});

/** Texts of statements that every connection plans once, and their names there. */
const plannedOnce = new Map<string, string>();

/** Plans that a connection keeps, for as long as it lives, of texts that filters and orders make. */
const MAX_PLANS = 100;

/**
 * Run a statement that every connection plans once. For those that are asked all the time, whose planning takes longer
 * than their work: rows by their keys. The best plan must not depend on the values.
 */
export const runPlanned = async <O>(
  db: Db,
  statement: CompiledQuery<O>,
  { isOneOfMany = false } = {},
): Promise<O[]> => {
  const { sql } = statement;
  if (!plannedOnce.has(sql) && (!isOneOfMany || plannedOnce.size < MAX_PLANS))
    plannedOnce.set(sql, `zhiping_${plannedOnce.size}`);
  return (await db.executeQuery(statement)).rows;
};

type Statement = string | pg.QueryConfig | pg.Submittable;
type Answered = (error: Error | null, result: pg.QueryResult) => void;

/**
 * Statements go by their names, and promises are made here instead of by pg: around its own, V8 keeps the rows of every
 * statement until the next full collection, which is 200 MB while 100 000 experts are exported (bench/export.ts).
 */
const prepareClient = (client: pg.ClientBase) => {
  const query = client.query.bind(client) as (
    statement: Statement,
    values?: unknown[],
    answered?: Answered,
  ) => unknown;
  const ask = (statement: Statement, values?: unknown[] | Answered, answered?: Answered) => {
    if (typeof values === 'function') return query(statement, undefined, values);
    const name = typeof statement === 'string' ? plannedOnce.get(statement) : undefined;
    const question = name ? { name, text: statement as string, values } : statement;
    if (answered || (typeof question === 'object' && 'submit' in question))
      return query(question, values, answered);
    return new Promise<pg.QueryResult>((resolve, reject) => {
      query(question, values, (error, result) => (error ? reject(error) : resolve(result)));
    });
  };
  // The overloads of query() are kept.
  client.query = ask as typeof client.query;
};

const open = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

/** The socket of a connection, which the types of pg leave out: its own ways to end one wait for an answer that will not come. */
const socketOf = (client: pg.PoolClient) =>
  (client as pg.PoolClient & { connection: { stream: Duplex } }).connection.stream;

/** Ends pending queries of these connections with an error: a cut network reports nothing. */
export const cutConnections = (pool: pg.Pool) => {
  for (const client of open.get(pool) ?? []) socketOf(client).destroy();
};

/** The pool of a server process. A statement may take 30 s; one that waits for a connection gives up after 4 s. */
export const createPool = (connection: pg.ClientConfig, max = 10) => {
  const pool = new pg.Pool({
    ...connectionConfig(connection),
    max,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 4000,
  });
  // An idle connection that dies (server restart) is replaced by the pool; without a listener it ends the process.
  pool.on('error', () => {});
  pool.on('connect', prepareClient);
  // The same for a connection that dies within a transaction: the next statement reports it to its owner.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const clients = new Set<pg.PoolClient>();
  open.set(pool, clients);
  pool.on('connect', (client) => void clients.add(client));
  pool.on('remove', (client) => void clients.delete(client));
  return pool;
};

/** `record` hears of every statement and how long it took. */
export const createDb = (pool: pg.Pool, record: (event: LogEvent) => void = () => {}): Db =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log: record });

const DEADLOCK = '40P01';
const SERIALIZATION = '40001';
const MAX_TRIES = 4;

/**
 * Do something as a whole or not at all. When two waited for each other the database ends one of them: that one begins
 * anew, so its work must do nothing outside the transaction that may not be done twice.
 */
export const inTransaction = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const isBeaten =
        error instanceof pg.DatabaseError && (error.code === DEADLOCK || error.code === SERIALIZATION);
      if (!isBeaten || attempt === MAX_TRIES) throw error;
    }
  }
};

const UNIQUE = '23505';
const FOREIGN_KEY = '23503';

/**
 * Messages for broken unique or foreign keys, by the name of the constraint. The database decides, so that two
 * simultaneous calls cannot both pass.
 */
export const explainBroken = async <T>(
  explanations: Record<string, [field: string, message: string]>,
  work: Promise<T>,
): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const constraint =
      error instanceof pg.DatabaseError && (error.code === UNIQUE || error.code === FOREIGN_KEY)
        ? error.constraint
        : '';
    const explanation = explanations[constraint ?? ''];
    if (explanation) throw fieldError(`constraint.${constraint}`, ...explanation);
    throw error;
  }
};

const isMobileNumber = /^1\d{10}$/;
const isDigits = /^[\d０-９\s]+$/;

/** A search text in the form in which phone numbers, other numbers and names are stored. */
const asStored = (text: string) => {
  const phone = plainPhone(text);
  if (isMobileNumber.test(phone)) return phone;
  return isDigits.test(text) ? plainNumber(text) : plainName(text);
};

/** Any dot of a name is found by any other, and a space between characters stands for nothing, or for a dot. */
const literal = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll(nameDots, '_')
    .replaceAll(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '%');

/** A text for LIKE with its wildcards taken literally. */
export const likePattern = (text: string) => `%${literal(asStored(text))}%`;

/**
 * The same for a search text in which each word begins behind a space: one or two characters, which no trigram can hold,
 * from the start of a word, more of them anywhere.
 */
export const wordPattern = (text: string) => {
  const stored = asStored(text);
  return [...stored].length < 3 ? `% ${literal(stored)}%` : `%${literal(stored)}%`;
};
