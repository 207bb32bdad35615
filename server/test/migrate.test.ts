import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { verifyPassword } from '../src/platform/auth/passwords.ts';
import { connectionConfig } from '../src/platform/database/db.ts';
import { migrate, sqlMigrations } from '../src/platform/database/migrate.ts';
import { setUpDatabase } from '../src/setup-database.ts';
import { createTestDatabase } from './harness.ts';
import { removeGuards } from './remove-guards.ts';

type Work = (connection: pg.ClientConfig, client: pg.Client) => Promise<void>;

const withDatabase = async (work: Work, from?: string) => {
  const { connection, drop } = await createTestDatabase(from);
  const client = new pg.Client(connectionConfig(connection));
  await client.connect();
  try {
    await work(connection, client);
  } finally {
    await client.end();
    await drop();
  }
};

const withEmptyDatabase = (work: Work) => withDatabase(work, 'template0');

const demo = readConfig({ NODE_ENV: 'test', DEMO_DATA: 'true' });

/** Set up by two processes that start together; only looked at. */
let ofDemo: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
let both: Awaited<ReturnType<typeof setUpDatabase>>[];
beforeAll(async () => {
  ofDemo = await createTestDatabase('template0');
  const { connection } = ofDemo;
  both = await Promise.all([setUpDatabase(connection, demo), setUpDatabase(connection, demo)]);
  client = new pg.Client(connectionConfig(connection));
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await ofDemo.drop();
});

test('two processes that start together on an empty database both come up', async () => {
  expect(both).toEqual([
    { demo: true, firstAdminPassword: null, ownsTables: true },
    { demo: true, firstAdminPassword: null, ownsTables: true },
  ]);
  const { rows } = await client.query(
    'select (select count(*) from expert) as experts, (select count(*) from subject) as subjects',
  );
  expect(rows).toEqual([{ experts: 300, subjects: 1878 }]);
});

test('the demo has accounts of every state, real subject paths and articles', async () => {
  const { rows } = await client.query(
    `select username, must_change_password as "mustChange", confirmed_at is not null as confirmed
       from sys_user join expert on expert.user_id = sys_user.id where username in ('expert001', 'expert002', 'expert003') order by 1`,
  );
  expect(rows).toEqual([
    { username: 'expert001', mustChange: false, confirmed: true },
    { username: 'expert002', mustChange: true, confirmed: false },
    { username: 'expert003', mustChange: false, confirmed: false },
  ]);
  const { rows: lost } = await client.query(
    `select path from expert_subject where not exists (select from subject where catalog = path[1]
         and professional_category_code = path[3]
         and (cardinality(path) = 3 or professional_class_code = split_part(path[4], '_', 2)))`,
  );
  expect(lost).toEqual([]);
  const { rows: incomplete } = await client.query(
    `select name from expert where title_series is null or title_level is null or school_id is null or birth_date is null
         or not exists (select from expert_subject where expert_id = expert.id)`,
  );
  expect(incomplete).toEqual([]);
});

test('production refuses a database with demo accounts', async () => {
  const production = readConfig({ NODE_ENV: 'production' });
  await expect(setUpDatabase(ofDemo.connection, production)).rejects.toThrow('生产环境拒绝启动');
});

test('a first administrator gets a one-time password with each start, until they have one of their own', async () => {
  await withEmptyDatabase(async (connection, client) => {
    const production = readConfig({ NODE_ENV: 'production' });
    const first = await setUpDatabase(connection, production);
    expect(first.firstAdminPassword).toMatch(/^[\w-]{20}$/);
    const second = await setUpDatabase(connection, production);
    expect(second.firstAdminPassword).toMatch(/^[\w-]{20}$/);
    const { rows } = await client.query<{ username: string; must: boolean; hash: string }>(
      'select username, must_change_password as must, password_hash as hash from sys_user',
    );
    expect(rows).toMatchObject([{ username: 'admin', must: true }]);
    const holds = ({ firstAdminPassword }: typeof first) =>
      verifyPassword(firstAdminPassword!, rows[0]!.hash);
    expect([await holds(first), await holds(second)]).toEqual([false, true]);
    const chosen = readConfig({ NODE_ENV: 'production', INITIAL_ADMIN_PASSWORD: 'Chosen-by-settings-1' });
    expect((await setUpDatabase(connection, chosen)).firstAdminPassword).toBe('Chosen-by-settings-1');
    await client.query('update sys_user set must_change_password = false, pwd_reset_time = now()');
    expect((await setUpDatabase(connection, chosen)).firstAdminPassword).toBeNull();
    // Reset by another administrator, who gives the password on.
    await client.query('update sys_user set must_change_password = true');
    expect((await setUpDatabase(connection, chosen)).firstAdminPassword).toBeNull();
  });
});

test('a step that fails leaves nothing behind and says which it was', async () => {
  await withDatabase(async (_connection, client) => {
    const broken = {
      name: 'broken',
      run: async (inside: pg.ClientBase) => {
        await inside.query('create table half_done (id int)');
        await inside.query('select nothing');
      },
    };
    await expect(migrate(client, [broken])).rejects.toThrow('数据库升级 broken 失败');
    expect(
      (await client.query("select from information_schema.tables where table_name = 'half_done'")).rowCount,
    ).toBe(0);
    expect(await migrate(client)).toEqual([]);
  });
});

test('a database of a build before the first release is refused, and stays as it is', async () => {
  await withEmptyDatabase(async (connection, client) => {
    await client.query(`
      create table migration (name text primary key, applied_at timestamptz not null default now());
      insert into migration (name) values ('0001_core'), ('0002_baseline'), ('facts');
      create table dept (id bigint primary key)`);
    await expect(setUpDatabase(connection, demo)).rejects.toThrow('正式发布前的早期版本');
    const { rows: tables } = await client.query(
      "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
    );
    expect(tables).toEqual([{ name: 'dept' }, { name: 'migration' }]);
    expect((await client.query('select from migration')).rowCount).toBe(3);
  });
});

test('the built-in menus are granted with every directory above them', async () => {
  await withDatabase(async (_connection, client) => {
    const { rows } = await client.query(
      `select menu.title, role.name from role_menu held join menu on menu.id = held.menu_id join role on role.id = held.role_id
       where menu.pid is not null and not exists (
         select from role_menu above where above.role_id = held.role_id and above.menu_id = menu.pid)`,
    );
    expect(rows).toEqual([]);
    const { rows: without } = await client.query(
      'select role.name from role left join role_menu on role_id = role.id group by role.id having count(menu_id) = 0 order by role.id',
    );
    expect(without).toEqual([{ name: '超级管理员' }, { name: '普通用户' }]);
  });
});

test('objections that were stored twice, and a number that two accounts proved in turn, do not keep a database from its version', async () => {
  await withEmptyDatabase(async (_connection, client) => {
    const names = (await sqlMigrations()).filter((name) => name < '0031');
    await migrate(client, [], names);
    // Rows of other tables are of no concern here.
    await removeGuards(client);
    await client.query(`
      insert into objection (publicity_id, project_id, name, content, received_on, due_on)
        select 1, 1, '王某', '不实', '2026-09-02', '2026-09-20' from generate_series(1, 20);
      insert into sys_user (username, nick_name, phone, proven_phone, password_hash) values
        ('former', '前', '13900000002', '13900000001', 'x'), ('now', '后', '13900000001', '13900000001', 'x')`);
    await migrate(client);
    const { rows } = await client.query(
      'select count(*)::integer as stored, max(repeats) as last from objection',
    );
    expect(rows).toEqual([{ stored: 20, last: 19 }]);
    const { rows: proven } = await client.query(
      'select username from sys_user where proven_phone is not null',
    );
    expect(proven).toEqual([{ username: 'now' }]);
  });
});
