import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { adminConnection } from '../../test/admin-connection.ts';
import { asRole } from '../../test/global-setup.ts';
import { createTestDatabase } from '../../test/harness.ts';
import { ConfigError, readConfig } from '../config.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { grantToApp } from '../platform/database/app-role.ts';
import { createDb, createPool } from '../platform/database/db.ts';
import { databaseOf, dropDatabase } from '../platform/database/other-database.ts';
import { setUpDatabase } from '../setup-database.ts';
import { diagnose, diagnoseAll, hasFault, printed, settingLines } from './doctor.ts';

/** `npm run doctor`, on installations that are wrong in one way each. */

const role = `zhiping_app_${randomBytes(4).toString('hex')}`;
let dataDir: string;
let smtp: SMTPServer;
let smtpPort: string;
let own: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'zhiping-doctor-'));
  own = await createTestDatabase();
  await setUpDatabase(own.connection, readConfig({ NODE_ENV: 'test', DEMO_DATA: 'false' }));
  pool = createPool(own.connection, 2);
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, callback) =>
      callback(password === 'right' ? null : new Error('secret words'), { user: 'post' }),
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  smtpPort = String((smtp.server.address() as AddressInfo).port);
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  await pool.end();
  await own.drop();
  await (await adminConnection()).query(`drop role if exists ${role}`);
  await rm(dataDir, { recursive: true });
});

type State = {
  env?: Record<string, string>;
  clock?: Clock;
  /** Makes the database wrong, and is taken back. */
  sql?: string;
  warnings?: string[];
};

const installation = ({ env, clock = systemClock, warnings = [] }: State) => ({
  config: readConfig({ NODE_ENV: 'test', DEMO_DATA: 'false', DATA_DIR: dataDir, ...env }),
  clock,
  warnings,
});

/** All lines by their names; what the statement changes is rolled back. */
const linesIn = async (state: State) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    if (state.sql) await client.query(state.sql);
    // The modules ask over the same connection, to see what the statement changed. Of a pool they use `connect` and `end`.
    const onePool = { connect: async () => Object.assign(Object.create(client), { release: () => {} }) };
    const db = createDb(Object.assign(onePool, { end: async () => {} }) as unknown as pg.Pool);
    const lines = await diagnose(installation(state), { client, db });
    return Object.fromEntries(lines.map((line) => [line.name, line]));
  } finally {
    await client.query('rollback');
    client.release();
  }
};

const at = (moment: string): Clock => ({ now: () => new Date(moment) });
const smtpTo = (port: string, more: Record<string, string> = {}) => ({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: port,
  SMTP_SECURE: 'false',
  SMTP_FROM: 'zp@example.org',
  ...more,
});
const backedUp = (columns: string) =>
  `insert into backup_run (archive, started_at, create_time, bytes, files, missing, problem) values ${columns}`;
const keys = { NODE_ENV: 'production' };

test.each<[name: string, level: string, words: RegExp, state: State]>([
  [
    '设置',
    '注意',
    /\.env 中没有作用的名称：SMTP_HOTS/,
    { warnings: ['注意：.env 中没有作用的名称：SMTP_HOTS'] },
  ],
  ['设置', '注意', /NODE_ENV=production/, {}],
  ['设置', '好', /有效/, { env: keys }],
  ['数据目录', '错误', /不存在或不可写（ENOENT）/, { env: { DATA_DIR: '/nowhere/at/all' } }],
  ['数据目录', '好', /可写/, {}],
  ['磁盘', '错误', /低于 DISK_RESERVE_MB/, { env: { DISK_RESERVE_MB: '999999999' } }],
  ['磁盘', '错误', /请先建立数据目录/, { env: { DATA_DIR: '/nowhere/at/all' } }],
  ['数据库', '好', /PostgreSQL \d+，编码 UTF8/, {}],
  ['数据库升级', '错误', /缺少 0001_access；/, { sql: `delete from migration where name = '0001_access'` }],
  ['数据库升级', '错误', /更新的版本/, { sql: `insert into migration (name) values ('9999_next')` }],
  ['数据库升级', '好', /一致/, {}],
  ['数据库扩展', '错误', /create extension pg_trgm/, { sql: 'drop extension pg_trgm cascade' }],
  ['数据库扩展', '好', /pg_trgm/, {}],
  ['时钟', '错误', /比数据库快 \d+ 秒/, { clock: { now: () => new Date(Date.now() + 600_000) } }],
  ['时钟', '好', /不到 1 分钟/, {}],
  ['邮件', '注意', /SMTP_HOST/, {}],
  ['邮件', '错误', /无法连接邮件服务器/, { env: smtpTo('1') }],
  ['短信', '注意', /SMS_ADAPTER/, {}],
  ['短信', '注意', /SMS_WEBHOOK_TOKEN/, { env: { SMS_ADAPTER: 'webhook', SMS_WEBHOOK_URL: 'https://a.cn' } }],
  [
    '短信',
    '好',
    /齐全/,
    { env: { SMS_ADAPTER: 'webhook', SMS_WEBHOOK_URL: 'https://a.cn', SMS_WEBHOOK_TOKEN: 't' } },
  ],
  [
    '短信',
    '注意',
    /SMS_ALIYUN_NOTICE_TEMPLATES 缺少 /,
    {
      env: {
        SMS_ADAPTER: 'aliyun',
        SMS_ALIYUN_ACCESS_KEY_ID: 'a',
        SMS_ALIYUN_ACCESS_KEY_SECRET: 'b',
        SMS_ALIYUN_SIGN_NAME: 'c',
        SMS_ALIYUN_TEMPLATE_CODE: 'd',
      },
    },
  ],
  ['文件存储', '好', /没有使用对象存储/, {}],
  [
    '文件存储',
    '错误',
    /暂时无法访问对象存储/,
    {
      env: {
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_BUCKET: 'files',
        S3_ACCESS_KEY_ID: 'a',
        S3_SECRET_ACCESS_KEY: 'b',
      },
    },
  ],
  ['备份', '注意', /还没有备份/, {}],
  ['备份', '好', /最近一次成功于/, { sql: backedUp(`('a', now(), now(), 1, 1, 0, null)`) }],
  ['备份', '注意', /缺少 2 个文件/, { sql: backedUp(`('a', now(), now(), 1, 1, 2, null)`) }],
  ['备份', '错误', /超过 2 天/, { sql: backedUp(`('a', now(), now() - interval '3 days', 1, 1, 0, null)`) }],
  ['备份', '错误', /失败：磁盘已满/, { sql: backedUp(`('a', now(), now(), null, null, 0, '磁盘已满')`) }],
  ['备份', '错误', /没有建立，或与程序的版本不同/, { sql: 'drop table backup_run' }],
  ['放假安排', '好', /2026 年/, { clock: at('2026-10-31T20:00:00+08:00') }],
  ['放假安排', '注意', /没有 2099 年/, { clock: at('2098-11-01T00:30:00+08:00') }],
  ['放假安排', '注意', /没有 2098 年/, { clock: at('2098-10-31T23:30:00+08:00') }],
  [
    '放假安排',
    '好',
    /2099 年/,
    {
      clock: at('2098-12-01T00:00:00+08:00'),
      sql: `insert into holiday (day, kind, name) values ('2099-01-02', 'off', '元旦')`,
    },
  ],
  ['学科目录', '好', /一致/, {}],
  [
    '学科目录',
    '注意',
    / 1 处/,
    { sql: 'update subject set enabled = false where id = (select min(id) from subject)' },
  ],
  ['学科目录', '错误', /没有启用的学科/, { sql: 'update subject set enabled = false' }],
  ['密钥', '好', /自动生成/, {}],
  ['密钥', '注意', /没有设置 IDENTITY_KEY、RSA_PRIVATE_KEY、BACKUP_SIGNING_KEY/, { env: keys }],
  [
    '密钥',
    '错误',
    /IDENTITY_KEY：没有设置/,
    { sql: `insert into secret (name, value) values ('identity_key_check', 'of another key')` },
  ],
])('%s is %s: %s', async (name, level, words, state) => {
  const lines = await linesIn(state);
  expect(lines[name]).toMatchObject({ level, words: expect.stringMatching(words) });
});

test('a mail server is asked to accept the login, and sent nothing', async () => {
  const right = { SMTP_USER: 'post', SMTP_PASSWORD: 'right' };
  expect((await linesIn({ env: smtpTo(smtpPort, right) }))['邮件']).toMatchObject({ level: '好' });
  const wrong = { SMTP_USER: 'post', SMTP_PASSWORD: 'wrong' };
  const line = (await linesIn({ env: smtpTo(smtpPort, wrong) }))['邮件'];
  expect(line).toMatchObject({ level: '错误', words: expect.stringContaining('不接受 SMTP_USER') });
  expect(line?.words).not.toContain('secret');
});

const diagnoseAt = async (connection: pg.ClientConfig) => {
  const lines = await diagnoseAll(installation({}), async () => ({ connection, close: async () => {} }));
  return Object.fromEntries(lines.map((line) => [line.name, line]));
};

test('a role is too strong as the owner, and too weak without its rights', async () => {
  const owner = await pool.connect();
  await owner.query(`create role ${role} login password 'app'`);
  expect(await diagnoseAt(own.connection)).toMatchObject({
    数据库权限: { level: '好' },
    数据库角色: { level: '注意', words: expect.stringContaining('可以绕过触发器') },
  });
  await grantToApp(owner, role);
  const asApp = asRole(own.connection, role, 'app');
  const good = { level: '好' };
  expect(await diagnoseAt(asApp)).toMatchObject({ 数据库权限: good, 数据库角色: good, 密钥: good });
  await owner.query(`revoke insert on project from ${role}`);
  owner.release();
  expect(await diagnoseAt(asApp)).toMatchObject({
    数据库权限: { level: '错误', words: expect.stringMatching(/不能读写 project 等 1 张表/) },
  });
});

test('a database of another encoding is 错误, and so is an empty one', async () => {
  const name = `zhiping_test_${randomBytes(6).toString('hex')}`;
  const admin = await adminConnection();
  await admin.query(
    `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
  );
  try {
    const lines = await diagnoseAt(databaseOf(inject('server'), name));
    expect(lines).toMatchObject({
      数据库: { level: '错误', words: expect.stringContaining('SQL_ASCII') },
      数据库升级: { level: '错误', words: expect.stringMatching(/缺少 \S+ 等 \d+ 项/) },
      备份: { level: '错误', words: expect.stringContaining('还没有建立') },
      短信: { level: '注意' },
    });
    expect(hasFault(Object.values(lines))).toBe(true);
  } finally {
    await dropDatabase(admin, name);
  }
});

test('without a database the other checks go on', async () => {
  const lines = await diagnoseAt({ host: '127.0.0.1', port: 1, user: 'x' });
  expect(lines['数据库']).toMatchObject({
    level: '错误',
    words: expect.stringContaining('没有数据库在监听'),
  });
  expect(lines['备份']).toMatchObject({ level: '注意', words: '数据库没有打开，没有检查' });
  expect(lines['数据目录']).toMatchObject({ level: '好' });
});

test('a start looks at few things, and waits for no other server', async () => {
  const db = createDb(pool);
  const client = await pool.connect();
  const state = installation({ env: { ...keys, ...smtpTo('1') } });
  const lines = await diagnose(state, { client, db }, { isStart: true });
  client.release();
  expect(lines.map(({ name }) => name)).toEqual(['磁盘', '数据库权限', '短信', '备份', '放假安排', '密钥']);
});

test('wrong settings are a line each', () => {
  const lines = settingLines(new ConfigError(['PORT：必须是 0 到 65535 的整数', 'SMTP_FROM：必须设置']));
  expect(lines.map(printed)).toEqual([
    '错误　设置　　　　PORT：必须是 0 到 65535 的整数',
    '错误　设置　　　　SMTP_FROM：必须设置',
  ]);
  expect(printed({ name: '数据库升级', level: '好', words: '与程序的版本一致' })).toBe(
    '好　　数据库升级　与程序的版本一致',
  );
});
