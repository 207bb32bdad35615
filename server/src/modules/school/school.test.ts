import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { createRole, findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let office: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token: office } = await signedIn(server.db, { roleIds: [3] }));
});
afterAll(() => server.close());

const list = (query: Record<string, unknown> = {}, token = office) =>
  server.call(schoolApi.list, { token, query });

test('the register is loaded under 高等学校', async () => {
  const { body } = await list({ pid: 30, size: 1 });
  expect(body.totalElements).toBe(2952);
  expect(body.content[0]).toMatchObject({
    pid: 30,
    name: '北京大学',
    province: '北京市',
    level: '本科',
    enabled: true,
  });
});

test.each([
  ['name', { blurry: '清华' }, '清华大学'],
  ['code', { blurry: '4111010001' }, '北京大学'],
  ['pinyin', { blurry: 'qinghuadaxue' }, '清华大学'],
  ['initials', { blurry: 'qhdx' }, '清华大学'],
  ['province and level', { province: '西藏自治区', level: '专科' }, '西藏职业技术学院'],
])('finds by %s', async (_, query, name) => {
  const { body } = await list({ ...query, size: 100 });
  expect(body.content.map((school) => school.name)).toContain(name);
});

test('every enabled institution for pickers, flat', async () => {
  const { token } = await signedIn(server.db);
  const { body } = await server.call(schoolApi.all, { token });
  expect(body).toHaveLength(2952);
  expect(Object.keys(body[0] as object)).toEqual(['id', 'pid', 'name']);
});

describe('data scope', () => {
  const seenBy = async (scope: Parameters<typeof createRole>[1] & object, deptId: number | null = null) => {
    const role = await createRole(server.db, { permissions: ['school:list'], ...scope });
    const { token } = await signedIn(server.db, { roleIds: [role], deptId });
    return token;
  };
  const addCollege = async (school: string, name: string, enabled = true) => {
    const { id } = await server.db
      .insertInto('dept')
      .values({ pid: await findSchoolId(server.db, school), name, enabled })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('school')
      .values({
        dept_id: id,
        code: null,
        province: null,
        city: null,
        department: null,
        level: null,
        note: null,
      })
      .execute();
    return id;
  };
  const names = async (token: string) =>
    (await list({ size: 10_000 }, token)).body.content.map(({ name }) => name);

  test('全部 sees all', async () => {
    expect((await list({ size: 1 }, await seenBy({ dataScope: '全部' }))).body.totalElements).toBeGreaterThan(
      2900,
    );
  });

  test('本级 sees the own school only', async () => {
    await addCollege('复旦大学', '复旦附属学院');
    const token = await seenBy({ dataScope: '本级' }, await findSchoolId(server.db, '复旦大学'));
    expect(await names(token)).toEqual(['复旦大学']);
  });

  test('本级及以下 sees the own school and what is below it', async () => {
    await addCollege('浙江大学', '浙大附属学院');
    const token = await seenBy({ dataScope: '本级及以下' }, await findSchoolId(server.db, '浙江大学'));
    expect(await names(token)).toEqual(['浙江大学', '浙大附属学院']);
  });

  test('自定义 sees the listed ones and what is enabled below them', async () => {
    await addCollege('南京大学', '南大附属学院');
    await addCollege('南京大学', '南大停用学院', false);
    const deptIds = [await findSchoolId(server.db, '南京大学'), await findSchoolId(server.db, '武汉大学')];
    expect((await names(await seenBy({ dataScope: '自定义', deptIds }))).toSorted()).toEqual(
      ['南京大学', '南大附属学院', '武汉大学'].toSorted(),
    );
  });

  test.each([
    ['仅本人', { dataScope: '仅本人' as const }],
    ['an empty 自定义', { dataScope: '自定义' as const }],
    ['本级 without a department', { dataScope: '本级' as const }],
    ['本级及以下 without a department', { dataScope: '本级及以下' as const }],
  ])('%s sees nothing', async (_, scope) => {
    const { body } = await list({}, await seenBy(scope));
    expect(body).toEqual({ content: [], totalElements: 0 });
  });

  test('no filter, sort or page reaches beyond the scope', async () => {
    const token = await seenBy({ dataScope: '本级' }, await findSchoolId(server.db, '南开大学'));
    for (const query of [
      { blurry: '北京大学' },
      { pid: 30, sort: 'name,desc' },
      { province: '北京市' },
      { page: 1 },
    ]) {
      const { body } = await list(query, token);
      expect(body.content.filter(({ name }) => name !== '南开大学')).toEqual([]);
      expect(body.totalElements).toBeLessThanOrEqual(1);
    }
  });
});
