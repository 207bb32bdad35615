import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { roleApi } from '@zhiping/shared/contracts/role.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { createRole, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let office: { id: number; username: string; token: string };
beforeAll(async () => {
  server = await startTestServer();
  office = await signedIn(server.db, { roleIds: [3] });
});
afterAll(() => server.close());

const fromNow = (minutes: number) => formatDateTime(new Date(Date.now() + minutes * 60_000));
const notice = (rest: Record<string, unknown> = {}) => ({
  type: 'notice',
  title: '通知',
  body: '<p>内容</p>',
  publishedAt: fromNow(-1),
  ...rest,
});

const create = async (rest: Record<string, unknown> = {}, token = office.token) => {
  const { status, body } = await server.call(articleApi.create, { token, body: notice(rest) });
  expect(status).toBe(201);
  return body.id;
};
const detailOf = async (id: number) =>
  (await server.call(articleApi.detail, { token: office.token, params: { id } })).body;
const read = async (roleIds: number[], id: number) => {
  const { token } = await signedIn(server.db, { roleIds });
  return server.call(articleApi.read, { token, params: { id } });
};

describe('who may write', () => {
  const callers = [
    ['list', articleApi.manage, undefined],
    ['detail', articleApi.detail, undefined],
    ['versions', articleApi.versions, undefined],
    ['create', articleApi.create, notice()],
    ['update', articleApi.update, notice({ id: 1 })],
    ['remove', articleApi.remove, [1]],
  ] as const;
  test.each(callers)('%s is refused to readers and to strangers', async (_, endpoint, body) => {
    for (const role of [4, 5, 6, 9]) {
      const { token } = await signedIn(server.db, { roleIds: [role] });
      expect((await server.call(endpoint, { token, body: body as never })).status, `role ${role}`).toBe(403);
    }
    expect((await server.call(endpoint, { body: body as never })).status).toBe(401);
  });

  test('each permission opens its own calls only', async () => {
    const id = await create();
    const may = async (permission: string) => {
      const roleId = await createRole(server.db, { permissions: [permission] });
      const { token } = await signedIn(server.db, { roleIds: [roleId] });
      const calls = [
        server.call(articleApi.manage, { token }),
        server.call(articleApi.create, { token, body: notice() }),
        server.call(articleApi.update, { token, body: notice({ id }) }),
        server.call(articleApi.remove, { token, body: [999_999] }),
      ];
      return (await Promise.all(calls)).map(({ status }) => status !== 403);
    };
    expect(await may('article:list')).toEqual([true, false, false, false]);
    expect(await may('article:add')).toEqual([false, true, false, false]);
    expect(await may('article:edit')).toEqual([false, false, true, false]);
    expect(await may('article:del')).toEqual([false, false, false, true]);
  });
});

describe('who reads what', () => {
  test('only the audience, from the list to the count', async () => {
    const id = await create({ title: '只给学校的通知', roles: [{ id: 9 }] });
    expect((await read([9], id)).status).toBe(200);
    for (const role of [3, 4, 5, 6]) expect((await read([role], id)).status, `role ${role}`).toBe(404);
    expect((await detailOf(id)).roles).toEqual([{ id: 9, name: expect.any(String) }]);
  });

  test.each([
    ['草稿', { publishedAt: null }, 404],
    ['定时', { publishedAt: fromNow(60) }, 404],
    ['已发布', { publishedAt: fromNow(-60), endsAt: fromNow(60) }, 200],
    ['已结束', { publishedAt: fromNow(-60), endsAt: fromNow(-1) }, 404],
  ] as const)('%s', async (state, window, status) => {
    const id = await create(window);
    expect((await detailOf(id)).state).toBe(state);
    expect((await read([5], id)).status).toBe(status);
    const listed = await server.call(articleApi.manage, { token: office.token, query: { state, size: 100 } });
    expect(listed.body.content.map((article) => article.id)).toContain(id);
    expect(new Set(listed.body.content.map((article) => article.state))).toEqual(new Set([state]));
    const one = await server.call(articleApi.manage, { token: office.token, query: { id } });
    expect(one.body.content.map((article) => article.id)).toEqual([id]);
  });

  test('the manual is for experts, whatever is asked for', async () => {
    const id = await create({ type: 'expertManual', title: '手册', roles: [{ id: 5 }] });
    expect((await detailOf(id)).roles.map((role) => role.id)).toEqual([6]);
    expect((await read([6], id)).status).toBe(200);
    expect((await read([5], id)).status).toBe(404);
  });

  test('readers are counted once each, editors not at all', async () => {
    const roleId = await createRole(server.db);
    const id = await create({ roles: [{ id: roleId }] });
    const [one, two] = [await signedIn(server.db, { roleIds: [roleId] }), await signedIn(server.db)];
    await signedIn(server.db, { roleIds: [roleId] });
    for (const { token } of [one, one, two]) await server.call(articleApi.read, { token, params: { id } });
    expect(await detailOf(id)).toMatchObject({ readCount: 1, readerCount: 2 });
  });
});

describe('stores', () => {
  test('a body without its scripts', async () => {
    const id = await create({ body: '<p onclick="x()">好</p><script>alert(1)</script>' });
    expect((await detailOf(id)).body).toBe('<p>好</p>');
    expect((await read([5], id)).body.body).toBe('<p>好</p>');
  });

  test('the preview is what readers get, and stores nothing', async () => {
    const before = await server.call(articleApi.manage, { token: office.token });
    const body = '<p>好<img src=x onerror=alert(1)></p>';
    const preview = await server.call(articleApi.preview, { token: office.token, body: { body } });
    expect(preview.body).toEqual({ body: '<p>好</p>' });
    const after = await server.call(articleApi.manage, { token: office.token });
    expect(after.body.totalElements).toBe(before.body.totalElements);
  });

  test.each([
    ['title', { title: ' ' }, '请输入标题'],
    ['body', { body: '<p><script>alert(1)</script></p>' }, '请输入正文'],
    ['type', { type: 'poster' }, '请选择类型'],
    ['publishedAt', { publishedAt: '明天' }, '发布时间的格式应为 yyyy-MM-dd HH:mm:ss'],
    ['publishedAt', { publishedAt: '' }, '请输入发布时间'],
    ['endsAt', { publishedAt: fromNow(10), endsAt: fromNow(5) }, '结束时间必须晚于发布时间'],
    ['roles', { roles: [{ id: 999_999 }] }, '所选角色不存在，请刷新后重试'],
  ])('not a wrong %s', async (field, rest, message) => {
    const answer = await server.call(articleApi.create, { token: office.token, body: notice(rest) });
    expect(answer.status).toBe(400);
    expect(answer.error.errors).toContainEqual({ field, message });
  });

  test("every version, and refuses to overwrite another user's edit", async () => {
    const id = await create({ title: '第一版', body: '<p>一</p>' });
    const second = notice({ id, title: '第二版', body: '<p>二</p>', version: 0 });
    expect((await server.call(articleApi.update, { token: office.token, body: second })).status).toBe(204);
    const late = await server.call(articleApi.update, { token: office.token, body: second });
    expect(late.status).toBe(409);
    expect(late.error.message).toMatch(/^用户\d+（person\d+）已于/);

    const versions = await server.call(articleApi.versions, { token: office.token, params: { id } });
    expect(versions.body).toMatchObject([
      { version: 1, title: '第二版', savedBy: office.username },
      { version: 0, title: '第一版', savedBy: office.username },
    ]);
    const first = await server.call(articleApi.version, { token: office.token, params: { id, version: 0 } });
    expect(first.body.body).toBe('<p>一</p>');
  });

  test('an audit event for each change', async () => {
    const id = await create({ title: '留痕' });
    await server.call(articleApi.update, { token: office.token, body: notice({ id }) });
    await server.call(articleApi.remove, { token: office.token, body: [id] });
    const events = await server.db
      .selectFrom('audit_event')
      .select(['action', 'actor_id'])
      .where('entity', '=', 'article')
      .where('entity_id', '=', String(id))
      .orderBy('seq')
      .execute();
    expect(events.map(({ action }) => action)).toEqual([
      'article.created',
      'article.changed',
      'article.deleted',
    ]);
    expect(new Set(events.map((event) => event.actor_id))).toEqual(new Set([office.id]));
    expect((await server.call(articleApi.detail, { token: office.token, params: { id } })).status).toBe(404);
  });
});

test('a role stays as long as articles are for it only', async () => {
  const roleId = await createRole(server.db);
  const id = await create({ roles: [{ id: roleId }] });
  const admin = await signedIn(server.db, { roleIds: [1] });
  const refused = await server.call(roleApi.remove, { token: admin.token, body: [roleId] });
  expect(refused.status).toBe(400);
  expect(refused.error.message).toBe('有 1 篇公告以所选角色为读者，请先修改这些公告');
  await server.call(articleApi.remove, { token: office.token, body: [id] });
  expect((await server.call(roleApi.remove, { token: admin.token, body: [roleId] })).status).toBe(200);
});
