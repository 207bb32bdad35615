import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Db } from '../platform/database/db.ts';
import type { Schema } from '../platform/database/schema.ts';

/** The tables over the connection of the set-up, whose transaction is not over yet. */
export const dbOf = (client: pg.ClientBase): Db => {
  // Kysely asks of a client no more than this; the set-up closes it.
  const one = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: () => Promise.resolve(one), end: () => Promise.resolve() };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) });
};
