import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OTHER_UNITS_PID } from '@zhiping/shared/constants.ts';
import { deptApi } from '@zhiping/shared/contracts/dept.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { createExpert, createRole, findSchoolId, signedIn } from '../../../test/factories.ts';
import { SCHOOL_COLUMNS } from './merge-schools.ts';
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

test('without filters lists institutions; a search finds units too, with their school', async () => {
  const pid = await findSchoolId(server.db, '清华大学');
  const before = (await list({ size: 1 })).body.totalElements;
  const { body: unit, status } = await server.call(schoolApi.create, {
    token: office,
    body: { pid, name: '量子信息学院', deptSort: 0 },
  });
  expect(status).toBe(201);
  const below = await server.call(schoolApi.create, {
    token: office,
    body: { pid: unit.id, name: '量子测量系', deptSort: 0 },
  });
  const { body } = await list({ size: 50 });
  expect(body.totalElements).toBe(before);
  expect(new Set(body.content.map((school) => school.chain))).toEqual(new Set(['高等学校']));
  const found = (await list({ blurry: '量子' })).body.content;
  expect(found.map(({ name, chain }) => [name, chain])).toEqual([
    ['量子信息学院', '高等学校 › 清华大学'],
    ['量子测量系', '高等学校 › 清华大学 › 量子信息学院'],
  ]);
  expect((await list({ pid, size: 50 })).body.content.map(({ id }) => id)).toContain(unit.id);
  await server.call(schoolApi.remove, { token: office, body: [below.body.id, unit.id] });
});

test('institutions of one root stand together, whatever their numbers', async () => {
  const { body: other } = await server.call(schoolApi.create, {
    token: office,
    body: { pid: OTHER_UNITS_PID, name: '教育评估研究院', deptSort: 0 },
  });
  const { content, totalElements } = (await list({ size: 10_000 })).body;
  const roots = content.map(({ pid }) => pid);
  expect(content).toHaveLength(totalElements);
  expect(roots).toEqual(roots.toSorted((a, b) => a - b));
  expect(content[0]?.name).toBe('北京大学');
  expect(content.filter(({ pid }) => pid === OTHER_UNITS_PID).map(({ id }) => id)).toContain(other.id);
  await server.call(schoolApi.remove, { token: office, body: [other.id] });
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

  test('a count of what hangs on a school leaves out what the reader may not see', async () => {
    const unit = await addCollege('中山大学', '中大附属学院');
    const id = await findSchoolId(server.db, '中山大学');
    const units = async (token: string) =>
      (await server.call(schoolApi.uses, { token, params: { id } })).body.units;
    expect(await units(await seenBy({ dataScope: '全部' }))).toBe(1);
    expect(await units(await seenBy({ dataScope: '本级及以下' }, id))).toBe(1);
    expect(await units(await seenBy({ dataScope: '本级' }, id))).toBe(0);
    expect(await units(await seenBy({ dataScope: '自定义', deptIds: [id] }))).toBe(1);
    await server.db.updateTable('dept').set({ enabled: false }).where('id', '=', unit).execute();
    expect(await units(await seenBy({ dataScope: '自定义', deptIds: [id] }))).toBe(0);
  });

  test('no account merges or deletes units outside its scope', async () => {
    const permissions = ['school:list', 'school:merge', 'school:del', 'dept:del'];
    const ids = [
      await findSchoolId(server.db, '暨南大学'),
      await findSchoolId(server.db, '华南理工大学'),
    ] as const;
    const hidden = await addCollege('暨南大学', '暨大停办学院', false);
    const role = { permissions, dataScope: '自定义' as const, deptIds: [...ids] };
    const token = await seenBy(role);
    for (const [id, intoId] of [ids, ids.toReversed()] as [number, number][])
      expect((await server.call(schoolApi.merge, { token, body: { id, intoId } })).status).toBe(403);
    expect((await server.call(deptApi.remove, { token, body: [ids[0]] })).status).toBe(403);
    const all = await seenBy({ ...role, deptIds: [...ids, hidden] });
    const [id, intoId] = ids;
    expect((await server.call(schoolApi.merge, { token: all, body: { id, intoId } })).status).toBe(200);
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

describe('maintained by the office', () => {
  const create = async (name: string, more: Record<string, unknown> = {}) => {
    const { status, body } = await server.call(schoolApi.create, {
      token: office,
      body: { pid: 30, name, deptSort: 999, ...more },
    });
    expect(status).toBe(201);
    return body.id;
  };
  const one = async (id: number) => (await list({ id })).body.content[0];

  test('is created below a school, found at once, changed and deleted', async () => {
    const parent = await create('创建大学', { code: '9911010001', province: '北京市', level: '本科' });
    const unit = await create('创建学院', { pid: parent });
    for (const blurry of ['9911010001', 'chuangjiandaxue', '创建大'])
      expect((await list({ blurry })).body.content.map(({ id }) => id)).toEqual([parent]);
    expect(await one(parent)).toMatchObject({
      subCount: 1,
      province: '北京市',
      mergedInto: null,
      version: 0,
    });

    const body = { id: unit, pid: parent, name: '改名学院', deptSort: 1, enabled: false, version: 0 };
    expect((await server.call(schoolApi.update, { token: office, body })).status).toBe(204);
    expect(await one(unit)).toMatchObject({ name: '改名学院', enabled: false, version: 1 });
    expect((await server.call(schoolApi.update, { token: office, body })).status).toBe(409);

    expect((await server.call(schoolApi.remove, { token: office, body: [parent] })).status).toBe(200);
    expect((await list({ id: unit })).body.totalElements).toBe(0);
  });

  test('duplicates say which field', async () => {
    const first = await create('重名大学', { code: '9911010002' });
    const again = { pid: 30, name: '重名大学', deptSort: 999 };
    const twin = await server.call(schoolApi.create, { token: office, body: again });
    expect(twin.error.errors).toEqual([{ field: 'name', message: '同一上级下已有同名单位' }]);
    const sameCode = { ...again, name: '别名大学', code: '9911010002' };
    const code = await server.call(schoolApi.create, { token: office, body: sameCode });
    expect(code.error.errors).toEqual([{ field: 'code', message: '学校标识码已存在' }]);
    await create('重名大学', { pid: first });
  });

  test('moves below another school, never below itself or out of the trees', async () => {
    const [a, b] = [await create('甲移大学'), await create('乙移大学')];
    const move = (id: number, name: string, pid: number) =>
      server.call(schoolApi.update, { token: office, body: { id, pid, name, deptSort: 999 } });
    expect((await move(b, '乙移大学', a)).status).toBe(204);
    expect((await move(a, '甲移大学', b)).error.errors?.[0]?.field).toBe('pid');
    expect((await move(b, '乙移大学', 1)).error.errors?.[0]?.field).toBe('pid');
    expect((await move(b, '乙移大学', 99_999_999)).error.errors?.[0]?.field).toBe('pid');
    expect((await one(b))?.pid).toBe(a);
  });

  test('uses of a school prevent its deletion, and are counted', async () => {
    const id = await create('在用大学');
    await signedIn(server.db, { deptId: id });
    const { status, error } = await server.call(schoolApi.remove, { token: office, body: [id] });
    expect(status).toBe(400);
    expect(error.message).toContain('1 个用户');
    expect((await server.call(schoolApi.uses, { token: office, params: { id } })).body).toMatchObject({
      users: 1,
    });
  });

  test('so does an affiliation of an expert', async () => {
    const id = await create('曾任职大学');
    const expert = await createExpert(server.db);
    await server.db
      .insertInto('expert_affiliation')
      .values({
        expert_id: expert.expertId,
        org_id: id,
        org_name: '曾任职大学',
        post: '教授',
        from_year: 2001,
      })
      .execute();
    const { status, error } = await server.call(schoolApi.remove, { token: office, body: [id] });
    expect(status).toBe(400);
    expect(error.message).toContain('1 位专家');
  });

  test('a department that is no school can be neither changed nor deleted here', async () => {
    const body = { id: 2, pid: 30, name: '评审办公室', deptSort: 1 };
    expect((await server.call(schoolApi.update, { token: office, body })).status).toBe(404);
    expect((await server.call(schoolApi.remove, { token: office, body: [20] })).status).toBe(404);
    const below = { pid: 20, name: '混进专家库', deptSort: 1 };
    expect(
      (await server.call(schoolApi.create, { token: office, body: below })).error.errors?.[0]?.field,
    ).toBe('pid');
  });

  test('everything moves with a merger, and the name shows where', async () => {
    const [from, into] = [await create('被并大学', { code: '9911010003' }), await create('接收大学')];
    const unit = await create('被并学院', { pid: from });
    const member = await signedIn(server.db, { deptId: from });
    const role = await createRole(server.db, { dataScope: '自定义', deptIds: [from, into] });
    const merge = (body: { id: number; intoId: number }) =>
      server.call(schoolApi.merge, { token: office, body });

    expect((await merge({ id: from, intoId: unit })).error.errors?.[0]?.field).toBe('intoId');
    expect((await merge({ id: from, intoId: from })).error.errors?.[0]?.field).toBe('intoId');
    const { status, body } = await merge({ id: from, intoId: into });
    expect(status).toBe(200);
    expect(body).toMatchObject({ units: 1, users: 1, experts: 0 });

    expect((await one(unit))?.pid).toBe(into);
    expect(await one(from)).toMatchObject({
      enabled: false,
      mergedInto: { id: into, name: '接收大学' },
      subCount: 0,
    });
    const moved = await server.db
      .selectFrom('sys_user')
      .select('dept_id')
      .where('id', '=', member.id)
      .executeTakeFirst();
    expect(moved?.dept_id).toBe(into);
    const depts = await server.db
      .selectFrom('role_dept')
      .select('dept_id')
      .where('role_id', '=', role)
      .execute();
    expect(depts.map((row) => row.dept_id)).toEqual([into]);
    const { rows } = await server.pool.query(
      "select detail from audit_event where action = 'school.merged' and entity_id = $1",
      [from],
    );
    expect(rows[0].detail).toMatchObject({ name: '被并大学', into: '接收大学', users: 1 });

    const enable = { id: from, pid: 30, name: '被并大学', deptSort: 999, enabled: true };
    expect(
      (await server.call(schoolApi.update, { token: office, body: enable })).error.errors?.[0]?.field,
    ).toBe('enabled');
    expect((await merge({ id: from, intoId: into })).status).toBe(400);
    expect((await server.call(schoolApi.remove, { token: office, body: [into] })).status).toBe(400);
  });

  test('a merger with units of the same name is refused and names them', async () => {
    const [a, b] = [await create('同院甲大学'), await create('同院乙大学')];
    await create('文学院', { pid: a });
    await create('文学院', { pid: b });
    const { error } = await server.call(schoolApi.merge, { token: office, body: { id: a, intoId: b } });
    expect(error.errors?.[0]?.message).toContain('文学院');
  });

  test('no column that names a school is forgotten by a merger', async () => {
    const { rows } = await server.pool.query(`
      select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'dept'::regclass`);
    const known = [
      ...SCHOOL_COLUMNS.map(([table, column]) => `${table}.${column}`),
      'role_dept.dept_id',
      'school.body_id',
      'school.dept_id',
    ];
    expect(new Set(rows.map((row) => `${row.table}.${row.column}`))).toEqual(new Set(known));
  });
});

describe('a title officer', () => {
  test('maintains units below the own school, but not the school itself or another', async () => {
    const own = await findSchoolId(server.db, '复旦大学');
    const other = await findSchoolId(server.db, '同济大学');
    const { token } = await signedIn(server.db, { roleIds: [9], deptId: own });
    const create = (pid: number) =>
      server.call(schoolApi.create, { token, body: { pid, name: '微电子学院', deptSort: 1 } });
    const { status, body } = await create(own);
    expect(status).toBe(201);
    expect((await create(other)).status).toBe(403);
    expect((await create(30)).status).toBe(403);

    const canOf = async (id: number) =>
      (await server.call(schoolApi.list, { token, query: { size: 100 } })).body.content.find(
        (school) => school.id === id,
      )?.can;
    const denied = '本校信息由评审办公室维护';
    expect(await canOf(own)).toMatchObject({ edit: denied, delete: denied });
    expect(await canOf(body.id)).toMatchObject({ edit: true, delete: true });

    const rename = (id: number, pid: number) =>
      server.call(schoolApi.update, { token, body: { id, pid, name: '改了名', deptSort: 1 } });
    expect((await rename(own, 30)).status).toBe(403);
    expect((await rename(body.id, other)).status).toBe(403);
    expect((await rename(body.id, own)).status).toBe(204);
    expect((await server.call(schoolApi.remove, { token, body: [own] })).status).toBe(403);
    expect((await server.call(schoolApi.remove, { token, body: [body.id] })).status).toBe(200);
    expect((await server.call(schoolApi.merge, { token, body: { id: own, intoId: other } })).status).toBe(
      403,
    );
  });
});
