import { Client } from 'pg';

/** How to reach a database over a unix socket: `host` is the directory of the socket. */
export type Connection = { host: string; port: number; database: string; user: string; password: string };

const alreadyThere = '42P04';

/** Create the database that `connection` names; another process may do so at the same time. */
export const createDatabaseIfMissing = async (connection: Connection): Promise<void> => {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [connection.database]);
    if (found.rowCount) return;
    await client.query(`create database ${client.escapeIdentifier(connection.database)}`);
  } catch (error) {
    if ((error as { code?: string }).code !== alreadyThere) throw error;
  } finally {
    await client.end();
  }
};
