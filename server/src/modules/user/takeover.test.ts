import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountApi } from '@zhiping/shared/contracts/account.ts';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { maskPhone } from '@zhiping/shared/rules/person/mask.ts';
import { outboxApi } from '@zhiping/shared/contracts/outbox.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import type { DataScope } from '../../platform/database/column-types.ts';
import { openPool } from '../../../test/expert-helpers.ts';
import { createExpert, createRole, createUser, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { encrypted, signIn } from '../../../test/sign-in-helpers.ts';

/** An account whose phone can be changed and whose password can be reset by one person can be taken over. */

const INITIAL = 'Initial-Word-2026';

let server: TestServer;
let admin: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  server = await startTestServer({ env: { INITIAL_PASSWORD: INITIAL } });
  admin = await signedIn(server.db, { roleIds: [2] });
});
afterAll(() => server.close());

const ROLES_WITH_MORE = [
  ['the office', 3],
  ['a supervisor', 4],
  ['a school officer', 9],
] as const;

const reset = (id: number, token = admin.token) => server.call(userApi.resetPassword, { token, body: [id] });
const writeOf = async (id: number) => {
  const { body } = await server.call(userApi.list, { token: admin.token, query: { id } });
  return body.content[0] as (typeof body.content)[number];
};
const update = (body: object, token = admin.token) =>
  server.call(userApi.update, { token, body: body as never });
const stored = (id: number) =>
  server.db.selectFrom('sys_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const messagesTo = async (recipient: string) =>
  (await server.db.selectFrom('outbox').select('content').where('recipient', '=', recipient).execute()).map(
    ({ content }) => content,
  );
const actionsOn = async (id: number) =>
  (
    await server.db
      .selectFrom('audit_event')
      .select('action')
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(id))
      .execute()
  ).map(({ action }) => action);

describe.each(ROLES_WITH_MORE)('the account of %s', (_, roleId) => {
  test('keeps its password, its phone and its e-mail from a system administrator', async () => {
    const target = await createUser(server.db, { roleIds: [roleId], deptId: 4 });
    const before = await stored(target.id);
    const { status, error } = await reset(target.id);
    expect([status, error.message]).toEqual([400, '该账号拥有您没有的权限，请由超级管理员操作']);
    for (const change of [
      { phone: '13511112222' },
      { email: 'mine@example.org' },
      { phone: '13511112222', email: 'mine@example.org' },
    ]) {
      const refused = await update({ ...(await writeOf(target.id)), ...change });
      expect([refused.status, refused.error.errors?.map(({ field }) => field)]).toEqual([
        403,
        Object.keys(change),
      ]);
    }
    expect(await stored(target.id)).toEqual(before);
    expect(await actionsOn(target.id)).toEqual([]);
    expect((await signIn(server, { username: target.username })).status).toBe(200);
  });

  test('keeps its name, its state, its roles and its department, and itself, too', async () => {
    const target = await createUser(server.db, { roleIds: [roleId], deptId: 4 });
    const before = await stored(target.id);
    for (const change of [
      { username: `renamed${target.id}` },
      { enabled: false },
      { dept: { id: 2 } },
      { roles: [{ id: roleId }, { id: 5 }] },
    ]) {
      const refused = await update({ ...(await writeOf(target.id)), ...change });
      expect([refused.status, refused.error.errors]).toEqual([
        403,
        [{ field: Object.keys(change)[0], message: '该账号拥有您没有的权限，请由超级管理员操作' }],
      ]);
    }
    const ids = [target.id];
    for (const refused of [
      await server.call(userApi.setEnabled, { token: admin.token, body: { ids, enabled: false } }),
      await server.call(userApi.setEnabled, { token: admin.token, body: { ids, enabled: true } }),
      await server.call(userApi.remove, { token: admin.token, body: ids }),
    ])
      expect([refused.status, refused.error.message]).toEqual([
        400,
        '该账号拥有您没有的权限，请由超级管理员操作',
      ]);
    expect(await stored(target.id)).toEqual(before);
    expect(await actionsOn(target.id)).toEqual([]);
    const root = await signedIn(server.db, { roleIds: [1] });
    const change = { username: `renamed${target.id}`, enabled: false, dept: { id: 2 } };
    expect((await update({ ...(await writeOf(target.id)), ...change }, root.token)).status).toBe(204);
    expect((await server.call(userApi.remove, { token: root.token, body: [target.id] })).status).toBe(200);
  });

  test('may be edited otherwise, and is in the hands of a super administrator', async () => {
    const target = await createUser(server.db, { roleIds: [roleId], deptId: 4 });
    expect((await update({ ...(await writeOf(target.id)), nickName: '新昵称' })).status).toBe(204);
    const root = await signedIn(server.db, { roleIds: [1] });
    expect(
      (await update({ ...(await writeOf(target.id)), phone: `151${target.id}`.padEnd(11, '0') }, root.token))
        .status,
    ).toBe(204);
    expect((await reset(target.id, root.token)).body.succeeded).toBe(1);
  });
});

test('the list says of each account what its reader may do with it', async () => {
  const office = await createUser(server.db, { roleIds: [3], deptId: 4 });
  const plain = await createUser(server.db, { deptId: 4 });
  const expert = await createExpert(server.db);
  const denied = '该账号拥有您没有的权限，请由超级管理员操作';
  expect((await writeOf(office.id)).can).toEqual({
    edit: true,
    enable: denied,
    disable: denied,
    resetPassword: denied,
    unlock: true,
    delete: denied,
  });
  expect((await writeOf(plain.id)).can).toMatchObject({ disable: true, resetPassword: true, delete: true });
  expect((await writeOf(expert.id)).can.delete).toBe('该用户有专家档案，请改为停用');
  expect((await writeOf(admin.id)).can).toMatchObject({
    enable: true,
    disable: '不能停用自己的账号',
    resetPassword: '请在个人中心修改自己的密码',
    delete: '不能删除自己的账号',
  });
});

test('one forbidden account in a list does not let the others down, nor itself in', async () => {
  const plain = await createUser(server.db, { roleIds: [5] });
  const office = await createUser(server.db, { roleIds: [5, 3] });
  const { body } = await server.call(userApi.resetPassword, {
    token: admin.token,
    body: [plain.id, office.id],
  });
  expect(body).toMatchObject({ succeeded: 1, failed: [{ id: office.id }] });
  expect((await stored(office.id)).must_change_password).toBe(false);
});

test('a permission of any role of the target counts', async () => {
  const roleId = await createRole(server.db, { permissions: ['user:list', 'user:edit'] });
  const deputy = await signedIn(server.db, { roleIds: [roleId] });
  const same = await createUser(server.db, { roleIds: [roleId], deptId: 4 });
  const more = await createUser(server.db, {
    roleIds: [roleId, await createRole(server.db, { permissions: ['log:list'] })],
  });
  expect((await reset(same.id, deputy.token)).status).toBe(200);
  expect((await reset(more.id, deputy.token)).status).toBe(400);
});

test('so does the data that it sees, though the permissions are the same', async () => {
  const permissions = ['user:list', 'user:edit'];
  const deptId = 4;
  const actorOf = async (dataScope: DataScope, deptIds: number[] = []) =>
    signedIn(server.db, {
      roleIds: [await createRole(server.db, { permissions, dataScope, deptIds })],
      deptId,
    });
  const targetOf = async (dataScope: DataScope, deptIds: number[] = []) => {
    const role = await createRole(server.db, { permissions, dataScope, deptIds });
    return createUser(server.db, { roleIds: [role], deptId });
  };
  const actor = await actorOf('本级及以下');
  for (const target of [await targetOf('全部'), await targetOf('自定义', [deptId, 2])]) {
    expect((await reset(target.id, actor.token)).error.message).toBe(
      '该账号拥有您没有的权限，请由超级管理员操作',
    );
    const refused = await update({ ...(await writeOf(target.id)), phone: '13511113333' }, actor.token);
    expect(refused.status).toBe(403);
  }
  for (const target of [await targetOf('本级'), await targetOf('自定义', [deptId])])
    expect((await reset(target.id, actor.token)).status).toBe(200);
});

test('who reads the outbox reads no codes, and nothing to accounts that may do more', async () => {
  const root = await signedIn(server.db, { roleIds: [1] });
  const codeOf = async (roleId: number, token: string) => {
    const phone = `1352222${String(roleId).padStart(4, '0')}`;
    await server.db.deleteFrom('sys_user').where('phone', '=', phone).execute();
    await server.db.deleteFrom('one_time_code').where('recipient', '=', phone).execute();
    await createUser(server.db, { roleIds: [roleId], phone });
    await server.call(authApi.phoneCode, { query: { phoneNumber: phone } });
    await expect.poll(() => messagesTo(phone)).not.toEqual([]);
    return (await server.call(outboxApi.list, { token, query: { blurry: phone } })).body.content[0]?.content;
  };
  for (const roleId of [1, 3, 4, 9]) {
    expect(await codeOf(roleId, admin.token)).toBeNull();
    expect(await codeOf(roleId, root.token)).toMatch(/\d{6}/);
  }
  expect(await codeOf(5, admin.token)).toBe('••••••');
});

test('an expert is reached at the contact in their record, even if the account is edited', async () => {
  const expert = await createExpert(server.db);
  const before = await stored(expert.id);
  for (const change of [{ phone: '13511114444' }, { email: 'instead@example.org' }]) {
    const refused = await update({ ...(await writeOf(expert.id)), ...change });
    expect([refused.status, refused.error.errors]).toEqual([
      403,
      [{ field: Object.keys(change)[0], message: '该账号属于专家，请由评审办在专家库中修改' }],
    ]);
  }
  expect(await stored(expert.id)).toEqual(before);
});

test('the password of an expert is reset by a super administrator alone, since keepers of phones could otherwise review as the expert', async () => {
  const { office } = await openPool(server);
  const expert = await createExpert(server.db);
  const refused = await reset(expert.id);
  expect([refused.status, refused.error.message]).toEqual([400, '该账号属于专家，请由超级管理员重置密码']);
  expect((await reset(expert.id, office.token)).status).toBe(403);
  // Nor by an account that both administers users and keeps the pool.
  const both = await signedIn(server.db, { roleIds: [2, 3] });
  expect((await reset(expert.id, both.token)).status).toBe(400);
  expect((await stored(expert.id)).must_change_password).toBe(false);

  const root = await signedIn(server.db, { roleIds: [1] });
  expect((await reset(expert.id, root.token)).status).toBe(200);
  expect((await server.call(authApi.info, { token: expert.token })).status).toBe(401);
  expect(await actionsOn(expert.id)).toEqual(['user.password_reset']);
  // The code of the next sign-in goes to the actor's own phone.
  const { username, phone } = await stored(expert.id);
  const next = await signIn(server, { username, password: INITIAL });
  expect([next.status, next.error]).toMatchObject([428, { phone: phone && maskPhone(phone) }]);
});

test('the old phone and the old e-mail hear of a change by an administrator, the new ones do not', async () => {
  const target = await createUser(server.db, { roleIds: [5], deptId: 4, phone: '13566660001' });
  const { email } = await stored(target.id);
  const change = { phone: '13566660002', email: 'fresh-contact@example.org' };
  expect((await update({ ...(await writeOf(target.id)), ...change })).status).toBe(204);
  for (const recipient of ['13566660001', email as string]) {
    const [message] = await messagesTo(recipient);
    expect(message).toContain(`账号「${target.username}」的手机号码和邮箱已于`);
    expect(message).not.toContain('13566660002');
  }
  for (const recipient of Object.values(change)) expect(await messagesTo(recipient)).toEqual([]);
  expect(await actionsOn(target.id)).toEqual(['user.contact_changed', 'user.changed']);
  // A save that changes neither is no news.
  expect((await update({ ...(await writeOf(target.id)), nickName: '别的' })).status).toBe(204);
  expect(await messagesTo('13566660002')).toEqual([]);
});

test('so do they of a change by a stolen session', async () => {
  const person = await signedIn(server.db, { phone: '13577770001' });
  const { email } = await stored(person.id);
  const body = { id: person.id, nickName: '某人', gender: null, phone: '13577770002' };
  expect((await server.call(accountApi.saveProfile, { token: person.token, body })).status).toBe(204);
  expect((await messagesTo('13577770001'))[0]).toContain('手机号码已于');
  expect((await messagesTo(email as string))[0]).toContain('手机号码已于');

  const query = { email: 'other-mail@example.org' };
  await server.call(accountApi.sendEmailCode, { token: person.token, query });
  const code = /\d{6}/.exec((await messagesTo(query.email))[0] as string)?.[0] as string;
  const changed = await server.call(accountApi.changeEmail, {
    token: person.token,
    params: { code },
    body: { ...query, password: await encrypted(server, 'Correct-Horse-2026') },
  });
  expect(changed.status).toBe(200);
  expect((await messagesTo('13577770002'))[0]).toContain('邮箱已于');
});

test('and of a change that the office makes in the record of an expert', async () => {
  const pool = await openPool(server);
  const id = await pool.added({ phone: '13588880001' });
  const { version, ...write } = await pool.writeOf(id);
  const answer = await server.call(expertPoolApi.update, {
    token: pool.office.token,
    body: { ...write, version, phone: '13588880002' } as never,
  });
  expect(answer.status).toBe(204);
  expect((await messagesTo('13588880001'))[0]).toContain('手机号码已于');
});
