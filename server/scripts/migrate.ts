import pg from 'pg';
import { firstAdminLines } from '../src/announce.ts';
import { connectionConfig } from '../src/platform/database/db.ts';
import { grantToApp } from '../src/platform/database/app-role.ts';
import { readSettings } from '../src/read-settings.ts';
import { setUpDatabase } from '../src/setup-database.ts';
import { runTool } from './open-database.ts';

const roleOf = (url: string) => String(new pg.Client({ connectionString: url }).user);

/**
 * npm run migrate: brings the database up to date as its owner (MIGRATE_DATABASE_URL), and lets the role of DATABASE_URL, as which the
 * product runs, read and write rows.
 */
await runTool(async () => {
  const config = readSettings((warning) => console.error(warning));
  const { MIGRATE_DATABASE_URL: owner, DATABASE_URL: app } = config;
  if (!owner || !app)
    throw new Error('请设置 MIGRATE_DATABASE_URL（所有者）和 DATABASE_URL（产品运行的角色）');
  const role = roleOf(app);
  if (role === roleOf(owner))
    throw new Error('MIGRATE_DATABASE_URL 与 DATABASE_URL 须是两个不同的数据库角色');
  const { firstAdminPassword } = await setUpDatabase({ connectionString: owner }, config, (warning) =>
    console.error(warning),
  );
  const client = new pg.Client(connectionConfig({ connectionString: owner }));
  await client.connect();
  try {
    await grantToApp(client, role);
  } finally {
    await client.end();
  }
  console.log(`数据库已是最新，角色 ${role} 只能读写数据`);
  for (const line of firstAdminLines(config, firstAdminPassword)) console.log(line);
  return 0;
});
