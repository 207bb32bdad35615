import pg from 'pg';
import { withCleanUp } from '../platform/clean-up.ts';
import { databaseOf, dropDatabase } from '../platform/database/other-database.ts';
import { RestoreError } from './restore-error.ts';

/** One drill at a time; the number is only ours. */
const DRILL_LOCK = 7_304_121;
/** The comment that says what the database is. */
const MARK = '职评的恢复演练，可以删除';
const FORBIDDEN = '42501';
const NAME_LENGTH = 63;

const asClient = async <T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(connection);
  // A connection that is cut is reported by the statement that needs it.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/**
 * Work with an empty database beside the one of the connection, which is dropped at the end, however the work ends; one
 * that a killed drill has left is dropped before.
 */
export const withScratchDatabase = <T>(
  connection: pg.ClientConfig,
  work: (scratch: pg.ClientConfig) => Promise<T>,
): Promise<T> =>
  asClient(connection, async (client) => {
    const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
      DRILL_LOCK,
    ]);
    if (!rows[0]?.isFree) throw new RestoreError('另一次恢复演练正在进行');
    const name = `${String(client.database).slice(0, NAME_LENGTH - '_drill'.length)}_drill`;
    await dropLeftover(client, name);
    const created = create(client, name);
    // The first connection may have been cut while the work took its time.
    const drop = async () => {
      await created.catch(() => undefined);
      await asClient(connection, (other) => dropDatabase(other, name));
    };
    return withCleanUp(async () => {
      await created;
      return work(databaseOf(connection, name));
    }, drop);
  });

const dropLeftover = async (client: pg.Client, name: string) => {
  const { rows } = await client.query<{ comment: string | null }>(
    "select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1",
    [name],
  );
  if (!rows[0]) return;
  if (rows[0].comment !== MARK)
    throw new RestoreError(`已有数据库 ${name}，不是恢复演练建立的；请先改名或删除`);
  await dropDatabase(client, name);
};

/** Of the same kinds of letters as the present database. */
const create = async (client: pg.Client, name: string) => {
  const { rows } = await client.query<{ collate: string; ctype: string }>(
    'select datcollate as collate, datctype as ctype from pg_database where datname = current_database()',
  );
  const { collate, ctype } = rows[0]!;
  const database = client.escapeIdentifier(name);
  try {
    await client.query(
      `create database ${database} template template0 encoding 'UTF8' lc_collate ${client.escapeLiteral(collate)} lc_ctype ${client.escapeLiteral(ctype)}`,
    );
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== FORBIDDEN) throw error;
    const role = client.escapeIdentifier(String(client.user));
    throw new RestoreError(`恢复演练须能建立数据库，请先由管理员执行：alter role ${role} createdb`, {
      cause: error,
    });
  }
  await client.query(`comment on database ${database} is ${client.escapeLiteral(MARK)}`);
};
