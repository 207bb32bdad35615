import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { dropDatabase } from '../../server/test/drop-database.ts';

const execute = async (url: string, statement: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** A database of its own on the server of DATABASE_URL; without one the server under test starts its own. */
export const createFreshDatabase = async (
  url: string | undefined,
): Promise<{ url: string | undefined; drop(): Promise<void> }> => {
  if (!url) return { url: undefined, drop: async () => {} };
  const name = `zhiping_e2e_${randomBytes(6).toString('hex')}`;
  await execute(url, `create database ${name}`);
  const fresh = new URL(url);
  fresh.pathname = `/${name}`;
  return { url: fresh.href, drop: () => dropDatabase({ connectionString: url }, name) };
};
