import pg from 'pg';
import { expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { connectionConfig } from '../src/platform/database/db.ts';
import { migrate, sqlMigrations } from '../src/platform/database/migrate.ts';
import { setUpDatabase } from '../src/setup-database.ts';
import { createTestDatabase } from './harness.ts';

const withDatabase = async (work: (connection: pg.ClientConfig, client: pg.Client) => Promise<void>) => {
  const { connection, drop } = await createTestDatabase();
  const client = new pg.Client(connectionConfig(connection));
  await client.connect();
  try {
    await work(connection, client);
  } finally {
    await client.end();
    await drop();
  }
};

const emptied = async (client: pg.Client) => {
  await client.query('drop schema public cascade; create schema public');
};

const demo = readConfig({ NODE_ENV: 'test', DEMO_DATA: 'true' });

test('two processes that start together on an empty database both come up', async () => {
  await withDatabase(async (connection, client) => {
    await emptied(client);
    const both = await Promise.all([setUpDatabase(connection, demo), setUpDatabase(connection, demo)]);
    expect(both).toEqual([
      { demo: true, firstAdminPassword: null },
      { demo: true, firstAdminPassword: null },
    ]);
    const { rows } = await client.query(
      'select (select count(*) from expert) as experts, (select count(*) from subject) as subjects',
    );
    expect(rows).toEqual([{ experts: 300, subjects: 1878 }]);
  });
});

test('the demo has accounts of every state, real subject paths and articles', async () => {
  await withDatabase(async (connection, client) => {
    await emptied(client);
    await setUpDatabase(connection, demo);
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
});

test('production refuses a database with demo accounts', async () => {
  await withDatabase(async (connection, client) => {
    await emptied(client);
    await setUpDatabase(connection, demo);
    await expect(setUpDatabase(connection, readConfig({ NODE_ENV: 'production' }))).rejects.toThrow(
      '生产环境拒绝启动',
    );
  });
});

test('a first administrator gets a one-time password, once', async () => {
  await withDatabase(async (connection, client) => {
    await emptied(client);
    const production = readConfig({ NODE_ENV: 'production' });
    const first = await setUpDatabase(connection, production);
    expect(first.firstAdminPassword).toMatch(/^[\w-]{20}$/);
    expect(await setUpDatabase(connection, production)).toEqual({ demo: false, firstAdminPassword: null });
    const { rows } = await client.query('select username, must_change_password from sys_user');
    expect(rows).toEqual([{ username: 'admin', must_change_password: true }]);
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

test('changes that experts asked for as a whole are split into the parts that the office decides about', async () => {
  await withDatabase(async (_connection, client) => {
    await emptied(client);
    const names = await sqlMigrations();
    await migrate(
      client,
      [],
      names.filter((name) => name < '0021'),
    );
    await client.query(`
      insert into sys_user (id, username, nick_name, password_hash) values (1, 'one', '一', '');
      insert into expert (id, user_id, name) values (1, 1, '一');
      insert into expert_change (expert_id, form, status, decided_at, reason) values
        (1, '{"phone": "13800138000", "name": "二"}', 'returned', now(), '请附证明'),
        (1, '{"name": "三", "department": null, "schoolId": 7, "subjects": []}', 'waiting', null, null)`);
    await migrate(client);
    const { rows } = await client.query(
      'select part, form, status, reason from expert_change order by status, part',
    );
    expect(rows).toEqual([
      { part: 'basic', form: { name: '二' }, status: 'returned', reason: '请附证明' },
      { part: 'contact', form: { phone: '13800138000' }, status: 'returned', reason: '请附证明' },
      { part: 'basic', form: { name: '三' }, status: 'waiting', reason: null },
      { part: 'subjects', form: { subjects: [] }, status: 'waiting', reason: null },
      { part: 'unit', form: { department: null, schoolId: 7 }, status: 'waiting', reason: null },
    ]);
  });
});
