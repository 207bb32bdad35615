import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { createUser } from '../../test/factories.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { changeFirstPassword, codeSentTo, signIn } from '../../test/sign-in-helpers.ts';
import { readConfig } from '../config.ts';
import { readCommand } from './run-command.ts';

/** `npm run admin`: what an operator does at the command line of the server. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let lines: string[] = [];
beforeEach(() => {
  lines = [];
});
const run = async (...args: string[]) => {
  const command = readCommand(args);
  if (!command) throw new Error('usage');
  const operator = { name: 'root', at: new Date() };
  await command({
    db: server.db,
    config: readConfig({}),
    operator,
    print: (line) => lines.push(line),
  });
  return lines.join('\n');
};
/** Signs in with a password for one sign-in, and a new one and a code by SMS as that asks for. */
const firstSignIn = async (username: string, oldPass: string) => {
  const { phone } = await server.db
    .selectFrom('sys_user')
    .select('phone')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  await server.call(authApi.phoneCode, { query: { phoneNumber: phone! } });
  const newPass = 'Own-Password-2026';
  const pinCode = await codeSentTo(server, phone!);
  const changed = await changeFirstPassword(server, { username, oldPass, newPass, pinCode });
  expect(changed.status).toBe(200);
  expect((await signIn(server, { username, password: newPass })).status).toBe(200);
};
const lastEvent = async (action: string) => {
  const { rows } = await server.pool.query(
    'select actor_id, entity_id, detail from audit_event where action = $1 order by seq desc limit 1',
    [action],
  );
  return rows[0];
};
const passwordIn = (output: string) => /：(\S{20})$/.exec(output)?.[1] ?? '';

test.each([
  [[]],
  [['unknown']],
  [['toString']],
  [['password']],
  [['password', 'a', 'b']],
  [['password', 'a', '--end']],
  [['password', 'a', '--other']],
  [['tasks', '1']],
])('%j is not understood', (args) => {
  expect(readCommand(args)).toBeNull();
});

test('an account is created with a password for one sign-in, and the operator stands in the record', async () => {
  const typed = ['--name', '陈一', '--phone', '13900001111', '--email', 'a@example.com'];
  const output = await run('create', 'first-office', ...typed, '--role', '评审办', '--dept', '信息技术组');
  expect(output).toContain('已新增用户「first-office」');
  await firstSignIn('first-office', passwordIn(output));
  const event = await lastEvent('user.created');
  expect(event).toMatchObject({ actor_id: null, detail: { username: 'first-office', operator: 'root' } });
  expect(JSON.stringify(event)).not.toContain(passwordIn(output));
  await expect(
    run('create', 'first-office', ...typed, '--role', '评审办', '--dept', '信息技术组'),
  ).rejects.toThrow(/已被使用|已存在/);
});

test.each([
  [['--role', '没有的角色', '--dept', '信息技术组'], /没有叫「没有的角色」的角色/],
  [['--role', '评审办', '--dept', '没有的部门'], /没有叫「没有的部门」的部门/],
  [['--role', '评审办'], /--role 和 --dept/],
  [['--role', '评审办', '--dept', '信息技术组', '--phone', '1'], /手机号码/],
])('no account comes of %j', async (args, words) => {
  await expect(
    run('create', 'nobody', '--name', '甲', '--email', 'b@example.com', '--phone', '13900002222', ...args),
  ).rejects.toThrow(words);
  expect(
    await server.db.selectFrom('sys_user').select('id').where('username', '=', 'nobody').execute(),
  ).toEqual([]);
});

test('a lost password is made anew: sessions end, locks are lifted', async () => {
  const { username } = await createUser(server.db, { roleIds: [3] });
  for (let attempt = 0; attempt < 5; attempt += 1) await signIn(server, { username, password: 'Wrong-1234' });
  expect((await signIn(server, { username, password: 'Wrong-1234' })).error?.message).toContain('已锁定');
  const output = await run('password', username.toUpperCase());
  await firstSignIn(username, passwordIn(output));
  expect(await lastEvent('user.password_reset')).toMatchObject({
    actor_id: null,
    detail: { username, operator: 'root' },
  });

  expect(await run('sessions', username)).toContain('共 2 个会话');
  await run('sessions', username, '--end');
  lines = [];
  expect(await run('sessions', username)).toBe('共 0 个会话');
  expect(await lastEvent('session.kicked')).toMatchObject({ actor_id: null, detail: { operator: 'root' } });
});

test('a password is made anew for a phone in place of a lost one', async () => {
  const { username } = await createUser(server.db, { roleIds: [1] });
  const output = await run('password', username, '--phone', '139 0000 3333');
  await firstSignIn(username, passwordIn(output));
  expect(await lastEvent('user.password_reset')).toMatchObject({ detail: { phone: '139****3333' } });
  await expect(run('password', username, '--phone', '1')).rejects.toThrow('手机号码');
  const other = await createUser(server.db, { roleIds: [3] });
  await expect(run('password', other.username, '--phone', '13900003333')).rejects.toThrow('已被使用');
});

test('a lock alone is lifted', async () => {
  const { username } = await createUser(server.db, { roleIds: [3] });
  for (let attempt = 0; attempt < 5; attempt += 1) await signIn(server, { username, password: 'Wrong-1234' });
  await run('unlock', username);
  expect((await signIn(server, { username, password: 'Wrong-1234' })).error?.message).not.toContain('已锁定');
  await expect(run('unlock', 'unknown-user')).rejects.toThrow('没有用户「unknown-user」');
});

test('work that failed is done again, other work is not', async () => {
  const { rows } = await server.pool.query(
    `insert into task (kind, state, attempt, error, key) values ('unknown', 'failed', 3, '出错', 'one'),
      ('unknown', 'done', 1, null, null) returning id`,
  );
  const [failed, done] = rows.map(({ id }) => String(id)) as [string, string];
  expect(await run('tasks')).toContain(`${failed}　unknown　出错`);
  await run('task', failed);
  const stored = await server.pool.query('select state, attempt, error from task where id = $1', [failed]);
  expect(stored.rows[0]).toEqual({ state: 'waiting', attempt: 0, error: null });
  expect(await lastEvent('task.repeated')).toMatchObject({ entity_id: failed, detail: { operator: 'root' } });
  await expect(run('task', failed)).rejects.toThrow('没有编号为');
  await expect(run('task', done)).rejects.toThrow('没有编号为');
  await expect(run('task', '1e3')).rejects.toThrow('编号必须是数字');
  const again = await server.pool.query(
    `insert into task (kind, state, key) values ('unknown', 'failed', 'one') returning id`,
  );
  await expect(run('task', String(again.rows[0].id))).rejects.toThrow('同样的任务已在排队或执行');
});

test('a test message needs a carrier and an address', async () => {
  await expect(run('mail', 'a@example.com')).rejects.toThrow('SMTP_HOST');
  await expect(run('sms', '13900001111')).rejects.toThrow('SMS_ADAPTER');
  await expect(run('mail', 'a')).rejects.toThrow('邮箱');
  await expect(run('sms', '1')).rejects.toThrow('手机号码');
});
