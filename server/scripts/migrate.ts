import { parseArgs } from 'node:util';
import pg from 'pg';
import { firstAdminLines } from '../src/announce.ts';
import { connectionConfig } from '../src/platform/database/db.ts';
import { grantToApp } from '../src/platform/database/app-role.ts';
import { readSettings } from '../src/read-settings.ts';
import { findPending, setUpDatabase } from '../src/setup-database.ts';
import { runTool } from './open-database.ts';

const roleOf = (url: string) => String(new pg.Client({ connectionString: url }).user);
const warn = (warning: string) => console.error(warning);

/** Exit code of --check when the database is older than this version. */
const IS_PENDING = 2;
const SHOWN = 10;

/** An empty database lacks all of them. */
const listOf = (names: readonly string[]) =>
  names.length > SHOWN ? `${names.slice(0, SHOWN).join('、')} 等 ${names.length} 项` : names.join('、');

const grant = async (owner: string, role: string) => {
  const client = new pg.Client(connectionConfig({ connectionString: owner }));
  await client.connect();
  try {
    await grantToApp(client, role);
  } finally {
    await client.end();
  }
};

/**
 * npm run migrate: brings the database up to date as its owner (MIGRATE_DATABASE_URL), and lets the role of DATABASE_URL, as which the
 * product runs, read and write rows. Where both are one role, MIGRATE_DATABASE_URL is not set. With --check nothing
 * changes: 0 means up to date, 2 older than this version, 1 that this version cannot start on it.
 */
await runTool(async () => {
  const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
  const config = readSettings(warn);
  const { MIGRATE_DATABASE_URL: owner, DATABASE_URL: app } = config;
  if (!app)
    throw new Error('请设置 DATABASE_URL（产品运行的角色），有两个角色时还有 MIGRATE_DATABASE_URL（所有者）');
  const role = roleOf(app);
  if (owner && role === roleOf(owner))
    throw new Error('MIGRATE_DATABASE_URL 与 DATABASE_URL 须是两个不同的数据库角色');
  const connection = { connectionString: owner ?? app };
  if (values.check) {
    const pending = await findPending(connection, config, warn);
    console.log(pending.length > 0 ? `数据库要升级：${listOf(pending)}` : '数据库已是最新');
    return pending.length > 0 ? IS_PENDING : 0;
  }
  const { firstAdminPassword } = await setUpDatabase(connection, config, warn);
  if (owner) await grant(owner, role);
  console.log(owner ? `数据库已是最新，角色 ${role} 只能读写数据` : '数据库已是最新');
  for (const line of firstAdminLines(config, firstAdminPassword)) console.log(line);
  return 0;
});
