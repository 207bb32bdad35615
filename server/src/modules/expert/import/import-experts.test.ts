import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expertPoolApi as api } from '@zhiping/shared/contracts/expert-pool.ts';
import { expertEnv, openPool } from '../../../../test/expert-helpers.ts';
import { expertRow, sheetOfExperts } from '../../../../test/expert-sheets.ts';
import { startTestServer, type TestServer } from '../../../../test/harness.ts';
import { readSheet } from '../../../platform/sheets/sheet-reader.ts';
import { columns } from './import-columns.ts';

let server: TestServer;
let pool: Awaited<ReturnType<typeof openPool>>;
beforeAll(async () => {
  server = await startTestServer(expertEnv);
  pool = await openPool(server);
});
afterAll(() => server.close());

const upload = async (bytes: Buffer, query = '', token = pool.office.token) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'experts.xlsx');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const response = await server.app.inject({
    method: 'POST',
    url: `/title/api/expert/batch${query}`,
    headers: { authorization: token, 'content-type': request.headers.get('content-type') as string },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
};

const send = (body: unknown, query: Record<string, unknown> = {}, token = pool.office.token) =>
  server.call(api.import, { token, query, body: body as never });

type Told = { row: number; field: string; column: string; value: string; code: string; message: string };
const told = (errors: Told[]) => errors.map(({ row: at, column, code }) => [at, column, code]);

const counts = async () => {
  const { rows } = await server.pool.query(
    'select (select count(*) from expert) as e, (select count(*) from sys_user) as u, (select count(*) from person) as p',
  );
  return rows[0];
};

describe('a sheet', () => {
  test('may be written as people write', async () => {
    const row = expertRow({ 姓名: '曾　广' });
    const written = {
      ...row,
      身份证号码: ` ${row.身份证号码?.slice(0, 6)} ${row.身份证号码?.slice(6).toLowerCase()}`,
      手机号码: [...(row.手机号码 as string)]
        .map((digit) => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0))
        .join(''),
      已退休: '否',
    };
    const { body } = await upload(await sheetOfExperts([written]));
    expect(body).toMatchObject({ created: 1, errors: [] });
    expect((await pool.list({ blurry: row.手机号码 })).body.content).toMatchObject([
      { name: '曾广', phone: row.手机号码, retired: false },
    ]);
    expect((await upload(await sheetOfExperts([row]))).body.errors).toMatchObject([
      { column: '身份证号码', code: 'TAKEN' },
      { column: '手机号码', code: 'TAKEN' },
      { column: '邮箱', code: 'TAKEN' },
    ]);
  });

  test('says what it cannot understand, and guesses nothing', async () => {
    const rows = [expertRow({ 已退休: '可能' }), expertRow({ 身份证号码: '1.1010519491231E+17' })];
    const { body } = await upload(await sheetOfExperts(rows), '?dryRun=true');
    expect(told(body.errors)).toEqual([
      [2, '已退休', 'INVALID'],
      [3, '身份证号码', 'FORM'],
    ]);
    expect(body.errors.map(({ message }: Told) => message)).toEqual([
      '已退休只能是「是」或「否」',
      '身份证号码在表格中成了数值，末几位已丢失，请把单元格设为文本后重新填写',
    ]);
  });

  test('of experts is stored whole', async () => {
    const rows = [
      expertRow(),
      expertRow({ 学科一: '', 学科二: '080901', 已退休: '是' }),
      expertRow({ 学科一: 'graduate/07/0701' }),
    ];
    const { status, body } = await upload(await sheetOfExperts(rows));
    expect([status, body]).toEqual([200, { total: 3, created: 3, updated: 0, failed: 0, errors: [] }]);
    const { body: found } = await pool.list({ blurry: rows[1]?.姓名 });
    expect(found.content[0]).toMatchObject({
      schoolName: '天津大学',
      titleName: '教授',
      titleLevel: 'fullSenior',
      retired: true,
      accepted: true,
      subjects: [{ fullName: '本科专业目录 - 工学 - 计算机类 - 计算机科学与技术', keywords: [] }],
    });
    expect(await pool.ids({ blurry: rows[0]?.姓名, subject: 'graduate/08' })).toHaveLength(1);
  });

  test('with mistakes is reported by row, column and code, and nothing is stored', async () => {
    const stored = expertRow();
    await upload(await sheetOfExperts([stored]));
    const before = await counts();
    const good = expertRow();
    const { body } = await upload(
      await sheetOfExperts([
        good,
        expertRow({ 身份证号码: '110105197001020016' }),
        expertRow({ 身份证号码: good.身份证号码 as string }),
        expertRow({ 身份证号码: stored.身份证号码 as string, 手机号码: stored.手机号码 as string }),
        expertRow({ 手机号码: '1381234', 姓名: '' }),
        expertRow({ 单位: '天津大学堂', 学科一: '计算机科学与技数' }),
        expertRow({ 学科一: '0701' }),
        expertRow({ 职称系列: '高校教师', 性别: '不明', 学科一: '计算机科学与技术' }),
        expertRow({ 学科一: '080901', 学科二: 'undergraduate/08/0809/undergraduate_080901' }),
      ]),
    );
    expect(body).toMatchObject({ total: 9, created: 0, failed: 8 });
    expect(told(body.errors)).toEqual([
      [3, '身份证号码', 'CHECKSUM'],
      [4, '身份证号码', 'DUPLICATE_IN_FILE'],
      [5, '身份证号码', 'TAKEN'],
      [5, '手机号码', 'TAKEN'],
      [6, '姓名', 'INVALID'],
      [6, '手机号码', 'PHONE'],
      [7, '单位', 'UNKNOWN_SCHOOL'],
      [7, '学科一', 'UNKNOWN_SUBJECT'],
      [8, '学科一', 'AMBIGUOUS'],
      [9, '性别', 'INVALID'],
      [9, '职称系列', 'UNKNOWN_TITLE_SERIES'],
      [9, '学科一', 'AMBIGUOUS'],
      [10, '学科二', 'DUPLICATE_SUBJECT'],
    ]);
    const messages = body.errors.map(({ message }: Told) => message);
    expect(messages[1]).toBe('与第 2 行的身份证号码相同');
    expect(messages[6]).toMatch(/^单位不存在，相近的有：「天津大学」(、「[^」]+」){2}$/);
    expect(messages[7]).toMatch(/相近的有：「.*计算机科学与技术」(、「[^」]+」){2}$/);
    expect(messages[8]).toBe(
      '有多个这样的学科：「研究生学科专业目录 - 理学 - 数学」、「本科专业目录 - 理学 - 数学类」，请写完整名称',
    );
    expect(body.errors[0].value).toBe('1101**********0016');
    expect(JSON.stringify(body)).not.toContain(stored.身份证号码);
    expect(await counts()).toEqual(before);
  });

  test('partly stores the rows without a mistake, and leaves those that are wrong', async () => {
    const good = expertRow();
    const { body } = await upload(
      await sheetOfExperts([good, expertRow({ 手机号码: '1' })]),
      '?partial=true',
    );
    expect(body).toMatchObject({ total: 2, created: 1, failed: 1 });
    expect(await pool.ids({ blurry: good.姓名 })).toHaveLength(1);
  });

  test('in a dry run stores nothing', async () => {
    const before = await counts();
    const { body } = await upload(await sheetOfExperts([expertRow()]), '?dryRun=true&partial=true');
    expect(body).toEqual({ total: 1, created: 0, updated: 0, failed: 0, errors: [] });
    expect(await counts()).toEqual(before);
  });

  test('that is none is refused', async () => {
    expect((await upload(Buffer.from('hello'))).body.message).toBe(
      '无法读取该文件，请上传 .xlsx 表格；旧的 .xls 请先另存为 .xlsx',
    );
    expect((await upload(await sheetOfExperts([expertRow()], ['姓名']))).body.message).toContain(
      '表头缺少：身份证号码',
    );
  });

  test('is filled in on a template with drop-downs', async () => {
    const response = await server.app.inject({
      url: '/title/api/expert/batch/template',
      headers: { authorization: pool.office.token },
    });
    expect(response.statusCode).toBe(200);
    await expect(readSheet(response.rawPayload, Object.values(columns), 10)).rejects.toThrow(
      '表格中没有数据',
    );
  });
});

describe('JSON', () => {
  const record = () => {
    const { subjects, ...rest } = pool.newExpert();
    return { ...rest, subjects };
  };

  test('takes paths, codes, names and ids', async () => {
    const { status, body } = await send([
      record(),
      { ...record(), schoolId: '南开大学', subjects: ['080901'] },
      { ...record(), subjects: [{ subjectCatalog: 'graduate', professionalCategoryCode: '0501' }] },
    ]);
    expect([status, body]).toEqual([200, { total: 3, created: 3, updated: 0, failed: 0, errors: [] }]);
  });

  test('counts rows from 1 and knows no school by a made-up id', async () => {
    const { body } = await send([
      { ...record(), schoolId: 20 },
      { ...record(), subjects: [['graduate', '08', '0899']] },
      7,
    ]);
    expect(body).toMatchObject({ message: expect.any(String) });
    const { body: report } = await send([
      { ...record(), schoolId: 20 },
      { ...record(), subjects: [['graduate', '08', '0899']] },
      {},
    ]);
    expect(report.errors.slice(0, 2).map(({ row: at, field, code }) => [at, field, code])).toEqual([
      [1, 'schoolId', 'UNKNOWN_SCHOOL'],
      [2, 'subjects.0', 'UNKNOWN_SUBJECT'],
    ]);
    expect(new Set(report.errors.slice(2).map(({ row: at }) => at))).toEqual(new Set([3]));
  });

  test('of too many or none is refused', async () => {
    expect((await send([])).status).toBe(400);
    const many = await send(Array.from({ length: 5001 }, () => ({})));
    expect([many.status, many.error.errors?.[0]?.message]).toEqual([400, '一次最多导入 5000 条']);
  });

  test('of what is no expert says what is expected', async () => {
    const { status, error } = await send([1, null]);
    expect([status, error.errors?.[0]?.message]).toEqual([
      400,
      '请上传表格，或提交专家数组，数组的每一项是一位专家',
    ]);
  });
});

test('a school officer proposes for the own school only, and learns of no other', async () => {
  const { body } = await upload(
    await sheetOfExperts([expertRow({ 单位: '南开大学' }), expertRow()]),
    '?partial=true',
    pool.school.token,
  );
  expect(body).toMatchObject({ created: 1, failed: 1 });
  expect(body.errors[0].message).toBe('单位不存在，相近的有：「天津大学」');
  const { rows } = await server.pool.query(
    'select accepted_at, enabled from expert order by id desc limit 1',
  );
  expect(rows).toEqual([{ accepted_at: null, enabled: false }]);
});

test('thousands in one transaction, with their prefixes, persons and audit events', async () => {
  const before = (await pool.list({})).body.totalElements;
  const { body } = await upload(await sheetOfExperts(Array.from({ length: 1500 }, () => expertRow())));
  expect(body).toMatchObject({ total: 1500, created: 1500, failed: 0 });
  expect((await pool.list({})).body.totalElements).toBe(before + 1500);
  const { rows } = await server.pool.query(
    `select count(*) as experts, count(distinct person_id) as persons,
       (select count(*) from audit_event where action = 'expert.created') as events
     from expert where subject_prefixes @> array['graduate/08/0812']`,
  );
  expect(rows[0].experts).toBeGreaterThanOrEqual(1500);
  expect(rows[0].persons).toBe(rows[0].experts);
  expect(rows[0].events).toBeGreaterThanOrEqual(1500);
});
