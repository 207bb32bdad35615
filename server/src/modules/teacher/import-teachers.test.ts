import { afterAll, beforeAll, expect, test } from 'vitest';
import { taskApi } from '@zhiping/shared/contracts/task.ts';
import { teacherApi as api } from '@zhiping/shared/contracts/teacher.ts';
import { expertEnv, openPool } from '../../../test/expert-helpers.ts';
import { nextIdCard } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';
import { columns } from './import-teachers.ts';
import { sheetOf } from '../../../test/sheets.ts';

let server: TestServer;
let pool: Awaited<ReturnType<typeof openPool>>;
beforeAll(async () => {
  server = await startTestServer({ ...expertEnv, work: {}, importLimits: { immediateRows: 50 } });
  pool = await openPool(server);
});
afterAll(() => server.close());

const headers = Object.values(columns);
type Cells = Partial<Record<string, string>>;
const row = (change: Cells = {}): Cells => ({
  姓名: '令狐教师',
  身份证号码: nextIdCard(),
  类别: '专任教师',
  学校: '天津大学',
  职称系列: '高等学校教师',
  职称层级: '中级',
  职称名称: '讲师',
  学科: '研究生学科专业目录 - 工学 - 计算机科学与技术',
  入职日期: '2019/9/1',
  ...change,
});

const upload = async (rows: Cells[], { dryRun = false, partial = false, token = pool.office.token } = {}) => {
  const sheet = await sheetOf(
    headers,
    rows.map((cells) => headers.map((header) => cells[header] ?? '')),
  );
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(sheet)]), 'teachers.xlsx');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const response = await server.app.inject({
    method: 'POST',
    url: `/title/api/teacher/batch?dryRun=${dryRun}&partial=${partial}`,
    headers: { authorization: token, 'content-type': request.headers.get('content-type') as string },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
};
const ended = async (id: number) => {
  const read = async () =>
    (await server.call(taskApi.get, { token: pool.office.token, params: { id } })).body;
  await expect.poll(async () => (await read()).state).toMatch(/done|failed/);
  return read();
};
const total = async (token = pool.office.token) =>
  (await server.call(api.list, { token, query: {} })).body.totalElements;

test('a sheet of teachers is checked, then stored whole', async () => {
  const rows = [row(), row({ 类别: 'laboratory', 学科: '', 职称系列: '', 入职日期: '' })];
  const before = await total();
  expect((await upload(rows, { dryRun: true })).body).toEqual({
    total: 2,
    created: 0,
    failed: 0,
    errors: [],
  });
  expect(await total()).toBe(before);
  expect((await upload(rows)).body).toEqual({ total: 2, created: 2, failed: 0, errors: [] });
  const { body } = await server.call(api.list, {
    token: pool.office.token,
    query: { blurry: 'lhjs', sort: 'id,asc' },
  });
  expect(body.content).toMatchObject([
    { type: 'teaching', schoolName: '天津大学', titleLevel: 'middle', entryDate: '2019-09-01' },
    { type: 'laboratory', subject: null, entryDate: null },
  ]);
});

test('mistakes are reported by row and column, nothing is stored, and no number is shown', async () => {
  const stored = row();
  await upload([stored]);
  const first = row();
  const before = await total();
  const { body } = await upload([
    first,
    row({ 身份证号码: first.身份证号码 as string }),
    row({ 身份证号码: stored.身份证号码 as string }),
    row({ 身份证号码: stored.身份证号码 as string, 学校: '南开大学' }),
    row({ 身份证号码: '110105197001020016', 姓名: '' }),
    row({ 类别: '专职教师', 学校: '天津大学堂' }),
    row({ 类别: '', 学科: '计算机科学与技术', 入职日期: '去年' }),
  ]);
  type Told = { row: number; column: string; code: string; message: string };
  expect(body).toMatchObject({ total: 7, created: 0, failed: 5 });
  expect(body.errors.map(({ row: at, column, code }: Told) => [at, column, code])).toEqual([
    [3, '身份证号码', 'DUPLICATE_IN_FILE'],
    [4, '身份证号码', 'TAKEN'],
    [6, '姓名', 'INVALID'],
    [6, '身份证号码', 'CHECKSUM'],
    [7, '类别', 'UNKNOWN_TYPE'],
    [7, '学校', 'UNKNOWN_SCHOOL'],
    [8, '类别', 'INVALID'],
    [8, '学科', 'AMBIGUOUS'],
    [8, '入职日期', 'INVALID'],
  ]);
  expect(JSON.stringify(body)).not.toContain(stored.身份证号码);
  expect(JSON.stringify(body)).not.toContain('110105197001020016');
  expect(await total()).toBe(before);
});

test('partly stores the rows without a mistake, at once and in the background', async () => {
  const before = await total();
  const few = await upload([row(), row({ 姓名: '' })], { partial: true });
  expect(few.body).toMatchObject({ total: 2, created: 1, failed: 1 });
  const many = Array.from({ length: 51 }, (_, index) => row(index === 0 ? { 学校: '' } : {}));
  const { body: checking } = await upload(many, { dryRun: true });
  expect((await ended(checking.taskId)).result).toMatchObject({ total: 51, failed: 1 });
  const input = { token: pool.office.token, params: { taskId: checking.taskId } };
  expect((await server.call(api.commitImport, input)).status).toBe(400);
  const { body } = await server.call(api.commitImport, { ...input, query: { partial: true } });
  expect((await ended(body.taskId as number)).result).toMatchObject({ created: 50, failed: 1 });
  expect(await total()).toBe(before + 51);
});

test('a school officer imports for the own school only, and learns of no other', async () => {
  const { body } = await upload([row({ 学校: '南开大学' })], { token: pool.school.token });
  expect(body).toMatchObject({ created: 0, failed: 1 });
  expect(body.errors[0].message).toBe('学校不存在，相近的有：「天津大学」');
  const before = await total(pool.school.token);
  expect((await upload([row()], { token: pool.school.token })).body.created).toBe(1);
  expect(await total(pool.school.token)).toBe(before + 1);
  const response = await server.app.inject({
    url: '/title/api/teacher/batch/template',
    headers: { authorization: pool.school.token },
  });
  expect(response.rawPayload.includes('南开大学')).toBe(false);
  await expect(readSheet(response.rawPayload, headers, 10)).rejects.toThrow('表格中没有数据');
});

test('a large sheet is checked and stored in the background', async () => {
  const rows = Array.from({ length: 51 }, () => row());
  const { body: checking } = await upload(rows, { dryRun: true });
  expect((await ended(checking.taskId)).result).toMatchObject({ total: 51, failed: 0 });
  const before = await total();
  const { body } = await server.call(api.commitImport, {
    token: pool.office.token,
    params: { taskId: checking.taskId },
  });
  expect((await ended(body.taskId as number)).result).toMatchObject({ created: 51 });
  expect(await total()).toBe(before + 51);
});

test.each(['𫘭', '𫍙', '𬩾', '𰻝', '𠮷', '𲎯'])(
  'a teacher whose name has the rare character %s is stored and found',
  async (rare) => {
    const name = `李${rare}明`;
    const stored = await upload([row({ 姓名: name })]);
    expect(stored.body).toMatchObject({ created: 1, failed: 0 });
    for (const blurry of [name, rare, `李 ${rare}`]) {
      const { body } = await server.call(api.list, { token: pool.office.token, query: { blurry } });
      expect(body.content.map((teacher) => teacher.name)).toContain(name);
    }
  },
);

test('names with dots are found by any dot, or by a space', async () => {
  await upload([row({ 姓名: '买买提.艾力' })]);
  for (const blurry of ['买买提·艾力', '买买提•艾力', '买买提 艾力']) {
    const { body } = await server.call(api.list, { token: pool.office.token, query: { blurry } });
    expect(body.content.map((teacher) => teacher.name)).toContain('买买提·艾力');
  }
});

test('a staff number in full-width digits is stored as a plain one', async () => {
  expect((await upload([row({ 姓名: '全角工号', 工号: 'Ｔ００－１２' })])).body).toMatchObject({
    created: 1,
  });
  const { body } = await server.call(api.list, { token: pool.office.token, query: { blurry: 'T00-12' } });
  expect(body.content).toMatchObject([{ name: '全角工号', staffNo: 'T00-12' }]);
});

test('failed formulas and missing schools are errors of their rows', async () => {
  const { body } = await upload([row({ 姓名: '#N/A' }), row({ 学校: '' }), row({ 学校: '#REF!' })], {
    dryRun: true,
  });
  expect(body.errors).toMatchObject([
    { row: 2, column: '姓名', code: 'ERROR_CELL', message: '单元格是公式的错误值，请改正后再导入' },
    { row: 3, column: '学校', message: '请输入学校' },
    { row: 4, column: '学校', code: 'ERROR_CELL' },
  ]);
});
