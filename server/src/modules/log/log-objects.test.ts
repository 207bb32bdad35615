import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { jobApi } from '@zhiping/shared/contracts/job.ts';
import { logApi } from '@zhiping/shared/contracts/log.ts';
import { menuApi } from '@zhiping/shared/contracts/menu.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { createExpert, createRole, createUser, findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';
import { findLabels } from './log-labels.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';

let server: TestServer;
let root: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  server = await startTestServer();
  root = await signedIn(server.db, { roleIds: [1] });
});
afterAll(() => server.close());

type Log = { object: { name: string | null; id: string | null; count: number } | null };
/** Logs are written behind the answer, events before it. */
const callsWithoutLog = async () => {
  const { rows } = await server.pool.query<{ count: number }>(
    `select count(*)::int as count from audit_event as event
     where request_id is not null
       and not exists (select from operation_log as log where log.request_id = event.request_id)`,
  );
  return rows[0]?.count;
};

/** The newest log entry of an account, for a reader. */
const lastLog = async (who: string, description: string, token = root.token) => {
  const find = async () =>
    (await server.call(logApi.list, { token, query: { blurry: who } })).body.content.filter(
      (log) => log.description === description,
    );
  await expect.poll(callsWithoutLog).toBe(0);
  await expect.poll(async () => (await find()).length).toBeGreaterThan(0);
  return (await find())[0]!;
};
const changesOf = async (id: number, token = root.token) =>
  (await server.call(logApi.changes, { token, params: { id } })).body;
const save = async (id: number, change: object) => {
  const { body } = await server.call(userApi.list, { token: root.token, query: { id } });
  const saved = { ...body.content[0], ...change };
  return server.call(userApi.update, { token: root.token, body: saved as never });
};

test('an edit names its record, and the fields before and after', async () => {
  const target = await createUser(server.db, { roleIds: [5], deptId: 4 });
  expect((await save(target.id, { nickName: '甲' })).status).toBe(204);
  expect((await save(target.id, { enabled: false, roles: [{ id: 5 }, { id: 3 }] })).status).toBe(204);
  const { id, object } = await lastLog(root.username, '编辑用户');
  expect(object).toEqual({
    typeName: '用户',
    id: String(target.id),
    name: target.username,
    count: 1,
    link: `/system/user?id=${target.id}&view=${target.id}`,
  });
  const [event, ...others] = await changesOf(id);
  expect(others).toEqual([]);
  expect(event).toMatchObject({ typeName: '用户', name: target.username });
  expect(event?.changes).toContainEqual({ field: '启用', before: '是', after: '否' });
  expect(event?.changes?.map(({ field }) => field)).not.toContain('昵称');
  const roles = event?.changes?.find(({ field }) => field === '角色');
  expect(roles?.after?.split('、')).toHaveLength(2);
  expect(event?.changes?.map(({ field }) => field)).not.toContain('用户名');
});

test('text unfit for a log is logged without its content', async () => {
  const target = await createUser(server.db, { roleIds: [5], deptId: 4 });
  expect((await save(target.id, { phone: '13512340000' })).status).toBe(204);
  const { id } = await lastLog(root.username, '编辑用户');
  const text = JSON.stringify(await changesOf(id));
  expect(text).toContain('手机号码');
  expect(text).not.toContain('13512340000');
});

test('of many records the first is named, and their number', async () => {
  const ids = await Promise.all([1, 2, 3].map(async () => (await createUser(server.db)).id));
  await server.call(userApi.setEnabled, { token: root.token, body: { ids, enabled: false } });
  const { id, object } = await lastLog(root.username, '启用或停用用户');
  expect((object as Log['object'])?.count).toBe(3);
  expect(await changesOf(id)).toHaveLength(3);
  const sheet = await server.app.inject({
    url: `/title/api/logs/download?blurry=${root.username}`,
    headers: { authorization: root.token },
  });
  const rows = await readSheet(sheet.rawPayload, ['对象'], 1000);
  expect(rows.some(({ values }) => /^用户 .+ #\d+ 等 3 条$/.test(values.对象))).toBe(true);
});

test('a downloaded sheet is logged with its reader', async () => {
  const sheet = await server.app.inject({
    url: '/title/api/assignment/score/download',
    headers: { authorization: root.token },
  });
  expect(sheet.statusCode).toBe(200);
  const [event] = await changesOf((await lastLog(root.username, '导出评分表')).id);
  expect(event?.typeName).toBe('评审批次');
  expect(event?.changes).toEqual([
    { field: '导出的表', before: null, after: '评分表' },
    { field: '含专家姓名', before: null, after: '否' },
  ]);
});

test('names go to those who see the records of all departments, or made the change', async () => {
  const target = await createUser(server.db, { roleIds: [5], deptId: 4 });
  expect((await save(target.id, { nickName: '乙' })).status).toBe(204);
  const readers = [
    await createRole(server.db, { permissions: ['log:list'], dataScope: '全部' }),
    await createRole(server.db, { permissions: ['log:list', 'user:list'], dataScope: '本级' }),
  ];
  for (const role of readers) {
    const reader = await signedIn(server.db, { roleIds: [role], deptId: 4 });
    const log = await lastLog(root.username, '编辑用户', reader.token);
    expect(log.object).toMatchObject({ id: String(target.id), name: null, link: null });
    const [event] = await changesOf(log.id, reader.token);
    expect(event).toMatchObject({ name: null, link: null, changes: null });
  }
  const own = (await server.call(logApi.own, { token: root.token })).body.content;
  expect(own.some(({ object }) => object?.name === target.username)).toBe(true);
});

test('a created record has its values, one that fails has no object', async () => {
  const name = `岗位${Date.now()}`;
  const body = { name, jobSort: 7, enabled: true };
  expect((await server.call(jobApi.create, { token: root.token, body: body as never })).status).toBe(201);
  const log = await lastLog(root.username, '新增岗位');
  expect(log.object).toMatchObject({ typeName: '岗位', name });
  expect((await changesOf(log.id))[0]?.changes).toEqual(
    expect.arrayContaining([{ field: '名称', before: null, after: name }]),
  );
  await server.call(jobApi.create, { token: root.token, body: { name: '' } as never });
  await expect.poll(async () => (await lastLog(root.username, '新增岗位')).object).toBeNull();
});

/** The changes that the newest call of this name made to its first record. */
const lastChanges = async (description: string) => {
  const log = await lastLog(root.username, description);
  return (await changesOf(log.id))[0]?.changes;
};

test('the first edit of a record without an event shows the former values', async () => {
  const target = await createUser(server.db, { roleIds: [5, 3], deptId: 4 });
  expect((await save(target.id, { nickName: '丙', roles: [{ id: 3 }, { id: 5 }] })).status).toBe(204);
  expect(await lastChanges('编辑用户')).toEqual([
    { field: '昵称', before: expect.stringMatching(/^用户\d+$/), after: '丙' },
  ]);

  const school = await findSchoolId(server.db, '天津大学');
  const { body } = await server.call(schoolApi.list, { token: root.token, query: { id: school } });
  const stored = body.content[0]!;
  await server.call(schoolApi.update, {
    token: root.token,
    body: { ...stored, name: '天津大学堂', note: '试改' } as never,
  });
  expect(await lastChanges('编辑学校')).toEqual([
    { field: '名称', before: '天津大学', after: '天津大学堂' },
    { field: '备注', before: null, after: '试改' },
  ]);
});

test('an edit of an article shows its titles', async () => {
  const article = { type: 'notice' as const, title: '旧标题', body: '<p>正文</p>', roles: [{ id: 3 }] };
  const { body } = await server.call(articleApi.create, { token: root.token, body: article });
  const save = (title: string) =>
    server.call(articleApi.update, {
      token: root.token,
      body: { ...article, id: (body as { id: number }).id, title },
    });
  expect((await save('新标题')).status).toBe(204);
  expect(await lastChanges('编辑公告')).toEqual([{ field: '标题', before: '旧标题', after: '新标题' }]);
});

test('an event without former values does not claim that all was empty; codes have their labels', async () => {
  const requestId = 'of-an-older-version';
  const dict = await server.db.selectFrom('dict').select(['id', 'name']).executeTakeFirstOrThrow();
  await server.db
    .insertInto('audit_event')
    .values({
      actor_id: root.id,
      action: 'dict.changed',
      entity: 'dict',
      entity_id: String(dict.id),
      detail: JSON.stringify({ name: dict.name, description: '说明' }),
      request_id: requestId,
    })
    .execute();
  const { id } = await server.db
    .insertInto('operation_log')
    .values({
      user_id: root.id,
      username: root.username,
      description: '编辑字典',
      method: 'PUT',
      path: '/api/dict',
      status: 204,
      request_id: requestId,
      duration_ms: 1,
      ip: '127.0.0.1',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await changesOf(id))[0]?.changes).toEqual([{ field: '描述', before: '未记录', after: '说明' }]);
  const labelOf = await findLabels(server.db);
  expect(labelOf('teacher', 'type', 'teaching')).toBe('专任教师');
  expect(labelOf('article', 'type', 'notice')).toBe('通知公告');
  expect(labelOf('school', 'type', 'teaching')).toBeUndefined();
});

test('without the permission there are no changes', async () => {
  const { token } = await signedIn(server.db);
  expect((await server.call(logApi.changes, { token, params: { id: 1 } })).status).toBe(403);
  expect((await server.call(logApi.changes, { params: { id: 1 } })).status).toBe(401);
  expect((await server.call(logApi.changes, { token: root.token, params: { id: 9e9 } })).status).toBe(404);
});

describe('hidden values are hidden in the log too', () => {
  const rating = { rating: 2, reason: '材料反复退回' };
  let expert: Awaited<ReturnType<typeof createExpert>>;
  beforeAll(async () => {
    expert = await createExpert(server.db);
    const { token } = root;
    await server.call(expertPoolApi.setRating, { token, body: { id: expert.expertId, ...rating } });
  });
  const reading = async (roleIds: number[], dataScope: '全部' | '本级') => {
    const permissions = ['log:list', 'expert:list', 'school:list'] as const;
    const role = await createRole(server.db, { permissions: [...permissions], dataScope });
    return (await signedIn(server.db, { roleIds: [role, ...roleIds], deptId: 4 })).token;
  };

  test.each([6, 9])("the office's grading, for role %s beside others", async (roleId) => {
    const token = await reading([roleId], '全部');
    const { id, object } = await lastLog(root.username, '专家评级', token);
    expect(object).toMatchObject({ id: null, name: null, link: null });
    expect(JSON.stringify(await changesOf(id, token))).not.toContain(rating.reason);
    const open = await reading([], '全部');
    expect(JSON.stringify(await changesOf(id, open))).toContain(rating.reason);
  });

  test("schools outside the reader's departments", async () => {
    const { token } = root;
    const school = { name: '范围外的大学', pid: 30, enabled: true, deptSort: 1 };
    await server.call(schoolApi.create, { token, body: school });
    const { id } = await lastLog(root.username, '新增学校');
    expect(JSON.stringify(await changesOf(id))).toContain(school.name);
    expect(JSON.stringify(await changesOf(id, await reading([], '本级')))).not.toContain(school.name);
  });
});

test('a menu that was moved names the menu above it, not a department of the same number', async () => {
  const { token } = root;
  const upper = { type: 0 as const, title: '上面的目录', path: 'log-upper', pid: 0 };
  const { id: pid } = (await server.call(menuApi.create, { token, body: upper })).body;
  await server.call(menuApi.create, { token, body: { ...upper, title: '下面的', path: 'log-lower', pid } });
  const { id } = await lastLog(root.username, '新增菜单');
  expect((await changesOf(id))[0]?.changes).toContainEqual({
    field: '上级',
    before: null,
    after: '上面的目录',
  });
});
