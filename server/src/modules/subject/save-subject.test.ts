import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subjectApi as api } from '@zhiping/shared/contracts/subject.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { createExpert, findSchoolId, nextIdCard, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';

let server: TestServer;
let otherNode: TestServer;
let office: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  otherNode = await startTestServer({ connection: server.connection });
  office = await signedIn(server.db, { roleIds: [3] });
});
afterAll(async () => {
  await otherNode.close();
  await server.close();
});

const subject = (change: object = {}) => ({
  catalog: 'undergraduate',
  subjectCategoryCode: '08',
  subjectCategory: '工学',
  professionalCategoryCode: '0809',
  professionalCategory: '计算机类',
  professionalClassCode: '080990T',
  professionalClass: '量子软件工程',
  ...change,
});
const create = (body: object, token = office.token) =>
  server.call(api.create, { token, body: body as never });
const update = (body: object, token = office.token) =>
  server.call(api.update, { token, body: body as never });
const remove = (ids: number[], token = office.token) => server.call(api.remove, { token, body: ids });
const find = async (query: Record<string, unknown>, node = server) =>
  (await node.call(api.list, { token: office.token, query: { size: 999, ...query } })).body.content;
const one = async (code: string, catalog = 'undergraduate') => {
  const rows = await find({ blurry: code, catalog });
  return rows.find((row) => (row.professionalClassCode ?? row.professionalCategoryCode) === code)!;
};

const createTeacher = async (path: string) => {
  const { status } = await server.call(teacherApi.create, {
    token: office.token,
    body: {
      name: '教师',
      idCard: nextIdCard(),
      type: 'teaching',
      schoolId: await findSchoolId(server.db, '天津大学'),
      subject: path.split('/'),
    } as never,
  });
  expect(status).toBe(201);
};

test('a new subject shows at once, on every node, and is found by pinyin', async () => {
  for (const node of [server, otherNode]) expect(await find({ blurry: 'lzrjgc' }, node)).toEqual([]);
  const { status, body } = await create(subject({ professionalClassCode: '080990tk' }));
  expect(status).toBe(201);
  // The caller's own node at once, others as soon as they hear of it.
  expect(await find({ blurry: 'lzrjgc' })).toMatchObject([
    {
      subjectId: body.id,
      professionalClassCode: '080990TK',
      fullName: '本科专业目录 - 工学 - 计算机类 - 量子软件工程',
    },
  ]);
  await expect
    .poll(async () => (await find({ blurry: '080990TK' }, otherNode)).length, { interval: 5 })
    .toBe(1);
  expect((await remove([body.id])).status).toBe(200);
  expect(await find({ blurry: 'lzrjgc' })).toEqual([]);
});

describe('refuses', () => {
  test.each([
    ['an unknown catalogue', { catalog: 'nothing' }, 'catalog'],
    ['a category of three digits', { subjectCategoryCode: '080' }, 'subjectCategoryCode'],
    ['a professional category elsewhere', { professionalCategoryCode: '0709' }, 'professionalCategoryCode'],
    ['a class elsewhere', { professionalClassCode: '080801' }, 'professionalClassCode'],
    ['another suffix', { professionalClassCode: '080990X' }, 'professionalClassCode'],
    ['a class of 8 digits', { professionalClassCode: '08099001' }, 'professionalClassCode'],
    ['a class without a name', { professionalClass: '' }, 'professionalClass'],
    ['a name without a class', { professionalClassCode: '' }, 'professionalClassCode'],
    ['a code that is taken', { professionalClassCode: '080901' }, 'professionalClassCode'],
    ['another name of the category', { subjectCategory: '工程' }, 'subjectCategory'],
    ['another name of the professional category', { professionalCategory: '电脑类' }, 'professionalCategory'],
  ])('%s', async (_, change, field) => {
    const { status, error } = await create(subject(change));
    expect([status, error.errors?.[0]?.field]).toEqual([400, field]);
    expect(error.message).toMatch(/[一-鿿]/);
  });

  test.each([
    ['a supervisor', 4],
    ['a school officer', 9],
    ['an expert', 6],
  ])('%s', async (_, role) => {
    const { token } = await signedIn(server.db, { roleIds: [role] });
    const { subjectId: id } = await one('080901');
    const calls = [
      create(subject(), token),
      update({ ...subject(), id }, token),
      remove([id], token),
      server.call(api.setEnabled, { token, body: { ids: [id], enabled: false } }),
      server.call(api.usage, { token, params: { id } }),
    ];
    for (const call of calls) expect((await call).status).toBe(403);
    expect((await one('080901')).enabled).toBe(true);
  });
});

test('a system administrator maintains subjects too', async () => {
  const { token } = await signedIn(server.db, { roleIds: [2] });
  const { status, body } = await create(subject({ professionalClassCode: '080991' }), token);
  expect(status).toBe(201);
  expect((await remove([body.id], token)).status).toBe(200);
});

test('names of categories go for all subjects below them', async () => {
  const { subjectId: _id, fullName: _name, ...row } = await one('080901');
  const { status } = await update({ ...row, subjectId: _id, professionalCategory: '计算机与软件类' });
  expect(status).toBe(204);
  const siblings = await find({ professionalCategoryCode: '0809', catalog: 'undergraduate' });
  expect(new Set(siblings.map((sibling) => sibling.professionalCategory))).toEqual(
    new Set(['计算机与软件类']),
  );
  expect((await find({ blurry: 'jsjyrjl', catalog: 'undergraduate' })).length).toBe(siblings.length);
  const changed = await one('080901');
  await update({ ...changed, id: changed.subjectId, professionalCategory: '计算机类' });
});

test('an outdated save is refused, and names the other editor', async () => {
  const row = await one('080902');
  const change = { ...row, id: row.subjectId, professionalClass: '软件工程学' };
  expect((await update(change)).status).toBe(204);
  const { status, error } = await update({ ...change, professionalClass: '软件' });
  expect([status, error.code]).toEqual([409, 'edit.conflict']);
  expect(error.message).toMatch(/已于 .* 修改过这条数据/);
});

describe('while experts stand for it', () => {
  test('a subject keeps its code and is not deleted, and it is said how many they are', async () => {
    const path = ['undergraduate', '08', '0809', 'undergraduate_080903'];
    await createExpert(server.db, { path });
    await createExpert(server.db, { path, phone: '13800000001' });
    const row = await one('080903');
    const usage = await server.call(api.usage, { token: office.token, params: { id: row.subjectId } });
    expect(usage.body).toEqual({ experts: 2, teachers: 0 });
    const unused = await one('080904K');
    const deleted = await remove([unused.subjectId, row.subjectId]);
    expect([deleted.status, deleted.error.message]).toEqual([
      400,
      '「工学 - 计算机类 - 网络工程」（080903）正被 2 位专家使用，不能删除，请改为停用',
    ]);
    expect(await one('080904K')).toBeDefined();
    const moved = await update({ ...row, id: row.subjectId, professionalClassCode: '080993' });
    expect([moved.status, moved.error.code]).toEqual([400, 'subject.in_use']);
    const renamed = await update({ ...row, id: row.subjectId, professionalClass: '网络工程学' });
    expect(renamed.status).toBe(204);
  });

  test('or teachers', async () => {
    const row = await one('080906');
    await createTeacher('undergraduate/08/0809/undergraduate_080906');
    const { error } = await remove([row.subjectId]);
    expect(error.message).toContain('正被 1 位教师使用，不能删除');
    const usage = await server.call(api.usage, { token: office.token, params: { id: row.subjectId } });
    expect(usage.body).toEqual({ experts: 0, teachers: 1 });
  });

  test('a professional category keeps its last subject', async () => {
    await createExpert(server.db, { path: ['undergraduate', '01', '0101'], phone: '13800000002' });
    const rows = await find({ professionalCategoryCode: '0101', catalog: 'undergraduate' });
    const [last, ...others] = rows.map(({ subjectId }) => subjectId);
    expect((await remove(others)).status).toBe(200);
    expect((await remove([last!])).error.message).toContain('「哲学 - 哲学类」（0101）正被 1 位专家使用');
  });
});

test('disabling and enabling, with a report of what is not there', async () => {
  const { subjectId: id, version } = await one('080905');
  const disabled = await server.call(api.setEnabled, {
    token: office.token,
    body: { ids: [id, 99_999_999], enabled: false },
  });
  expect(disabled.body).toEqual({
    succeeded: 1,
    failed: [{ id: 99_999_999, name: '99999999', message: '学科不存在' }],
  });
  expect(await one('080905')).toMatchObject({ enabled: false, version: version + 1 });
  const events = await server.db
    .selectFrom('audit_event')
    .select('action')
    .where('entity', '=', 'subject')
    .where('entity_id', '=', String(id))
    .execute();
  expect(events.map(({ action }) => action)).toEqual(['subject.disabled']);
});

test('the export has what the list has', async () => {
  const response = await server.app.inject({
    url: '/title/api/subject/download?catalog=graduate&blurry=0812',
    headers: { authorization: office.token },
  });
  const rows = await readSheet(response.rawPayload, ['目录', '专业类代码', '专业代码', '全称', '启用'], 100);
  expect(rows.map(({ values }) => values)).toEqual([
    {
      目录: '研究生学科专业目录',
      专业类代码: '0812',
      专业代码: '',
      全称: '研究生学科专业目录 - 工学 - 计算机科学与技术',
      启用: '是',
    },
  ]);
});
