/** Process of its own for own-postgres.test.ts: inserts row after row and prints each id once it is acknowledged. */
import { Client } from 'pg';
import { startOwnPostgres } from '../src/own-postgres/start.ts';

const dataDir = process.argv[2]!;
try {
  const { connection } = await startOwnPostgres({
    dataDir,
    log: (message) => process.stderr.write(`${message}\n`),
  });
  const client = new Client(connection);
  await client.connect();
  await client.query('create table if not exists acknowledged (id integer primary key)');
  for (let id = 1; ; id += 1) {
    await client.query('insert into acknowledged values ($1)', [id]);
    process.stdout.write(`${id}\n`);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
