import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectImportApi as api } from '@zhiping/shared/contracts/project-import.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { findSchoolId, newTeacher, nextIdCard, signedIn } from '../../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../../test/harness.ts';
import { importProjects } from '../../../../test/import-helpers.ts';
import { sheetOfProjects } from '../../../../test/project-workbook.ts';
import {
  completeProject,
  createProject,
  newApplicant,
  publishedCycle,
  readProject,
  saveForm,
  submit,
} from '../../../../test/project-helpers.ts';
import { readSheets } from '../../../platform/sheets/sheet-reader.ts';
import { listColumns, personColumns } from './import-columns.ts';
import { patience } from '../../../../test/idle.ts';

const SCHOOL = '天津大学';
const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let office: string;
let officer: string;
let schoolId: number;
let cycleId: number;
let person: Awaited<ReturnType<typeof newApplicant>>;
let staffNo: string;
let numbers = 0;

beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  schoolId = await findSchoolId(server.db, SCHOOL);
  officer = (await signedIn(server.db, { roleIds: [9], deptId: schoolId })).token;
  cycleId = await publishedCycle(server, office);
});
afterAll(() => server.close());

const numbered = async (teacherId: number) => {
  numbers += 1;
  const no = `T${String(numbers).padStart(4, '0')}`;
  await server.db.updateTable('teacher').set({ staff_no: no }).where('id', '=', teacherId).execute();
  return no;
};
beforeEach(async () => {
  person = await newApplicant(server, SCHOOL);
  staffNo = await numbered(person.teacherId);
});

const NAME = '慕容教书';
const row = (change: Record<string, string> = {}) => ({
  who: staffNo,
  name: NAME,
  'target.titleSeries': '高等学校教师',
  'target.titleLevel': '副高级',
  'target.titleName': '副教授',
  'target.kind': '正常晋升',
  'target.postType': '教学科研型',
  'target.subjects.0': 'graduate/08/0812',
  'basic.department': '计算机学院',
  'basic.workStart': '2012/7/1',
  'basic.presentSince': '2014.12.1',
  'basic.phone': '13700000000',
  ...change,
});
const paper = (change: Record<string, string> = {}) => ({
  who: staffNo,
  title: '一篇论文',
  venue: '计算机学报',
  year: '2024',
  rank: '1',
  ...change,
});

const run = async (
  people: Record<string, string>[],
  {
    papers,
    token = officer,
    ...choice
  }: {
    papers?: Record<string, string>[];
    token?: string;
    dryRun?: boolean;
    partial?: boolean;
    overwrite?: boolean;
  } = {},
) => {
  const bytes = await sheetOfProjects(people, papers ? { 'research.papers': papers } : {});
  return importProjects(server, token, bytes, { cycleId, ...choice });
};
const own = async () => (await server.call(projectApi.own, { token: person.token })).body;
const ownProject = async () => {
  const [found] = await own();
  return readProject(server, person.token, found!.id);
};

describe('a sheet of projects', () => {
  test('reads a rank with a total as both fields, and refuses a different total', async () => {
    const { body } = await run([row()], {
      papers: [paper({ rank: '2/5', people: '6' })],
      dryRun: true,
    });
    expect(body.errors).toMatchObject([
      { sheet: '论文', field: 'rank', message: '本人排名「2/5」与总人数「6」不一致' },
    ]);
    const fine = await run([row()], {
      papers: [paper({ rank: '2/5' }), paper({ title: '另一篇', rank: '第2（共5人）', people: '5' })],
      dryRun: true,
    });
    expect(fine.body).toMatchObject({ failed: 0, errors: [] });
    const wrong = await run([row()], { papers: [paper({ rank: '5/2' })], dryRun: true });
    expect(wrong.body.errors).toMatchObject([{ field: 'rank' }]);
  });

  test('reports all values of an entry that contradict each other, and each wrong cell once', async () => {
    const bytes = await sheetOfProjects([row()], {
      'research.papers': [paper({ rank: '4', people: '3' })],
      'research.projects': [{ who: staffNo, title: '', from: '2020-01', to: '2018-01', rank: '4' }],
      'assessment.years': [{ who: staffNo, year: '2099', result: '合格' }],
    });
    const { body } = await importProjects(server, officer, bytes, { cycleId, dryRun: true });
    expect(body.errors.map(({ sheet, field, message }) => `${sheet} ${field} ${message}`).toSorted()).toEqual(
      [
        expect.stringMatching(/^年度考核 year 年度「2099」不是/),
        '论文 rank 本人排名大于总人数',
        '项目 title 请填写项目名称',
        '项目 to 结束时间早于开始时间',
      ],
    );
  });

  test('starts a prefilled project, notifies its applicant and shows who filled it in', async () => {
    const checked = await run([row()], { papers: [paper()], dryRun: true });
    const sheet = { name: '申报人', unread: [] };
    expect(checked.body).toEqual({ total: 1, created: 0, failed: 0, errors: [], sheet });
    expect(await own()).toEqual([]);
    expect((await run([row()], { papers: [paper({ rank: '1/3' })] })).body).toMatchObject({
      created: 1,
      failed: 0,
    });
    const project = await ownProject();
    expect(project.state).toBe('draft');
    expect(project.form.basic).toMatchObject({
      department: '计算机学院',
      workStart: '2012-07',
      presentSince: '2014-12-01',
      // Facts of the register do not count as typed by the applicant.
      phone: '13700000000',
      service: 'working',
      presentName: '讲师',
    });
    expect(project.form.target).toMatchObject({
      titleSeries: '1',
      titleLevel: 'associateSenior',
      kind: 'regular',
      subjects: [{ path: ['graduate', '08', '0812'], isObsolete: false }],
    });
    expect(project.form.research.papers).toMatchObject([
      { title: '一篇论文', year: 2024, rank: 1, people: 3, doi: null },
    ]);
    expect(project.lastPrefill).toMatchObject({ note: expect.stringContaining('申报职称') });
    expect(project.history).toMatchObject([{ event: '单位导入' }]);
    const { rows } = await server.pool.query(
      `select action from audit_event where entity = 'project' and entity_id = $1 order by seq`,
      [String(project.id)],
    );
    expect(rows.map(({ action }) => action)).toEqual(['project.created', 'project.prefilled']);
    const { rows: told } = await server.pool.query('select text from notification where user_id = $1', [
      person.userId,
    ]);
    expect(told[0]?.text).toContain('所在单位为您的申报导入了部分内容');
  });

  test('keeps and reports what the applicant typed, and overwrites it only on request', async () => {
    const created = await createProject(server, person, cycleId);
    const { form, version } = await readProject(server, person.token, created.body.id);
    const typed = { ...form, basic: { ...form.basic, department: '软件学院' } };
    await saveForm(server, person.token, { id: created.body.id, version, form: typed });
    const first = await run([row()], { papers: [paper()], dryRun: true });
    expect(first.body.notes).toMatchObject([
      { row: 2, column: '院系或部门', code: 'KEPT', message: expect.stringContaining('保留不变') },
      { column: '手机', code: 'KEPT' },
    ]);
    // The form is visible only to the applicant.
    expect(JSON.stringify(first.body)).not.toContain('软件学院');
    await run([row()], { papers: [paper()] });
    expect((await ownProject()).form.basic.department).toBe('软件学院');
    expect((await ownProject()).form.basic.workStart).toBe('2012-07');
    const again = await ownProject();
    // Importing the same again changes nothing and sends no message.
    await run([row()], { papers: [paper()] });
    expect(await ownProject()).toEqual(again);
    const over = await run([row()], { overwrite: true });
    expect(over.body.notes).toMatchObject([{ code: 'OVERWRITTEN' }, { code: 'OVERWRITTEN' }]);
    const now = await ownProject();
    expect(now.form.basic.department).toBe('计算机学院');
    expect(now.lastPrefill?.note).toContain('其中覆盖了：院系或部门');
    expect(now.version).toBeGreaterThan(again.version);
    expect(now.form.research.papers).toHaveLength(1);
  });

  test('finds a teacher by identity number', async () => {
    const { rows } = await server.pool.query(
      'select id_card_hash as hash, id_card_sealed as sealed from person join teacher on person.id = person_id where teacher.id = $1',
      [person.teacherId],
    );
    expect(rows).toHaveLength(1);
    const idCard = nextIdCard();
    await server.call(teacherApi.update, {
      token: office,
      body: { ...newTeacher(schoolId, { idCard, staffNo }), id: person.teacherId, version: 0 } as never,
    });
    expect((await run([row({ who: idCard.toLowerCase() })])).body).toMatchObject({ created: 1 });
  });

  test('reports problems by row, column and sheet, and imports the other rows on request', async () => {
    const other = await newApplicant(server, SCHOOL);
    const otherNo = await numbered(other.teacherId);
    const bad = row({
      who: otherNo,
      'target.titleLevel': '院士',
      'target.subjects.0': '炼金术',
      'basic.email': 'x',
      'statement.text': '述'.repeat(3001),
    });
    const papers = [paper(), paper({ who: 'NOBODY' }), paper({ who: otherNo, title: '', year: '24' })];
    const { body } = await run([row(), bad], { papers });
    expect(body).toMatchObject({ total: 3, created: 0, failed: 2 });
    expect(body.errors.map(({ sheet, row: at, column }) => [sheet, at, column])).toEqual([
      [undefined, 3, '申报层级'],
      [undefined, 3, '申报学科一'],
      [undefined, 3, '邮箱'],
      [undefined, 3, '个人述职'],
      ['论文', 4, '年份'],
      ['论文', 4, '题目'],
      ['论文', 3, '工号或身份证号码'],
    ]);
    expect(await own()).toEqual([]);
    expect((await run([row(), bad], { papers, partial: true })).body).toMatchObject({
      created: 1,
      failed: 2,
    });
    expect(await own()).toHaveLength(1);
  });

  test('reports in one run what is wrong with a cell, its teacher and further sheets', async () => {
    const wrong = { 'basic.email': 'x', name: '另一人' };
    const { body } = await run([row(wrong), row({ ...wrong, who: 'NOBODY' })], {
      papers: [
        paper({ year: '2999', rank: '2/5', people: '6', title: '' }),
        paper({ who: 'GONE', year: '2999' }),
      ],
      dryRun: true,
    });
    const found = body.errors.map(({ sheet, row: at, column, code }) => [sheet, at, column, code]);
    expect(new Set(found)).toEqual(
      new Set([
        [undefined, 2, '姓名', 'NAME'],
        [undefined, 2, '邮箱', 'INVALID'],
        ['论文', 2, '年份', 'INVALID'],
        ['论文', 2, '题目', 'INVALID'],
        ['论文', 2, '本人排名', 'INVALID'],
        [undefined, 3, '工号或身份证号码', 'UNKNOWN_TEACHER'],
        [undefined, 3, '邮箱', 'INVALID'],
        ['论文', 3, '工号或身份证号码', 'UNKNOWN_ROW'],
        ['论文', 3, '年份', 'INVALID'],
      ]),
    );
  });

  test('reports wrong headers of all sheets at once', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: '申报人', rows: [['工号或身份证号码'], [staffNo]] },
        {
          name: '论文',
          rows: [
            ['工号或身份证号码', '题目', '题目'],
            [staffNo, '题', '题'],
          ],
        },
      ],
    });
    const { error } = await importProjects(server, officer, Buffer.from(bytes as Uint8Array), { cycleId });
    expect(error.message).toMatch(
      /^表头缺少：姓名、.*；「论文」表头缺少：.*；「论文」表头重复：题目。请使用导入模板$/,
    );
  });

  test('refuses teachers who have submitted, are disabled, or have no account, another name or another school', async () => {
    const reasons = async (change: Record<string, string> = {}) =>
      (await run([row(change)], { dryRun: true })).body.errors.map(({ code }) => code);
    const elsewhere = await newApplicant(server, '南开大学');
    const elsewhereNo = await numbered(elsewhere.teacherId);
    expect(await reasons({ who: elsewhereNo })).toEqual(['UNKNOWN_TEACHER']);
    expect(await reasons({ who: 'NOT-THERE' })).toEqual(['UNKNOWN_TEACHER']);
    expect(await reasons({ name: '另一个人' })).toEqual(['NAME']);
    // As an earlier release stored it.
    await server.db
      .updateTable('teacher')
      .set({ name: `${NAME}\uFE0F` })
      .where('id', '=', person.teacherId)
      .execute();
    expect(await reasons()).toEqual([]);
    await server.db
      .updateTable('teacher')
      .set({ enabled: false })
      .where('id', '=', person.teacherId)
      .execute();
    expect(await reasons()).toEqual(['DISABLED']);
    await server.db
      .updateTable('teacher')
      .set({ enabled: true })
      .where('id', '=', person.teacherId)
      .execute();
    const { body } = await server.call(teacherApi.create, {
      token: office,
      body: newTeacher(schoolId, { staffNo: 'NOACC', name: '没有账号' }),
    });
    expect(body.id).toBeGreaterThan(0);
    expect(await reasons({ who: 'noacc', name: '没有账号' })).toEqual(['NO_ACCOUNT']);
    const id = await completeProject(server, person, cycleId);
    await submit(server, person.token, id);
    expect(await reasons()).toEqual(['LOCKED']);
    const before = await readProject(server, person.token, id);
    expect((await run([row()], { overwrite: true })).body).toMatchObject({ created: 0, failed: 1 });
    expect(await readProject(server, person.token, id)).toEqual(before);
  });

  test('limits guesses of identity numbers', async () => {
    const { token } = await signedIn(server.db, { roleIds: [9], deptId: schoolId });
    const guesses = Array.from({ length: 21 }, (_, index) =>
      row({ who: `1201011985${String(index + 100).padStart(4, '0')}1234` }),
    );
    const answer = await run(guesses, { token, dryRun: true });
    expect([answer.status, answer.error.code]).toEqual([429, 'hidden.daily_limit']);
  });

  test('is limited to title officers of schools during the application period', async () => {
    const bytes = await sheetOfProjects([row()]);
    const statuses = async (token: string) =>
      (await importProjects(server, token, bytes, { cycleId, dryRun: true })).status;
    expect(await statuses('')).toBe(401);
    for (const token of [office, person.token]) expect(await statuses(token)).toBe(403);
    // The import needs a school, and the scope of an administrator is unrestricted.
    const admin = await signedIn(server.db, { roleIds: [1] });
    expect(await statuses(admin.token)).toBe(403);
    const elsewhere = await signedIn(server.db, {
      roleIds: [9],
      deptId: await findSchoolId(server.db, '南开大学'),
    });
    const { body } = await importProjects(server, elsewhere.token, bytes, { cycleId, dryRun: true });
    expect(body.errors.map(({ code }) => code)).toEqual(['UNKNOWN_TEACHER']);
    const cycles = await server.call(api.cycles, { token: officer });
    expect(cycles.body.map(({ id }) => id)).toContain(cycleId);
    const closing = (at: string) =>
      server.db.updateTable('cycle').set({ apply_closes_at: at }).where('id', '=', cycleId).execute();
    const { apply_closes_at: closesAt } = await server.db
      .selectFrom('cycle')
      .select('apply_closes_at')
      .where('id', '=', cycleId)
      .executeTakeFirstOrThrow();
    await closing('2026-09-09T23:59:59+08:00');
    const late = await importProjects(server, officer, bytes, { cycleId, dryRun: true });
    expect([late.status, late.error.code]).toEqual([400, 'project.window']);
    expect((await server.call(api.cycles, { token: officer })).body).toEqual([]);
    await closing(closesAt!.toISOString());
  });

  test('is imported in the background if it is long, and the template is readable as it is', async () => {
    const others = Array.from({ length: 100 }, (_, index) => row({ who: `X${index}` }));
    const { body } = await run([row(), ...others]);
    expect(body.taskId).toBeGreaterThan(0);
    // The clock of this test is behind that of the database.
    await server.db.updateTable('task').set({ due_at: clock.now() }).where('id', '=', body.taskId!).execute();
    const task = () =>
      server.db
        .selectFrom('task')
        .select(['state', 'result'])
        .where('id', '=', body.taskId!)
        .executeTakeFirst();
    await expect.poll(async () => (await task())?.state, patience).toBe('done');
    expect((await task())?.result).toMatchObject({ total: 101, failed: 100, created: 0 });
    const template = await server.app.inject({
      url: '/title/api/project/batch/template',
      headers: { authorization: officer },
    });
    const reading = readSheets(template.rawPayload, { headers: Object.values(personColumns), maxRows: 10 });
    await expect(reading).rejects.toThrow('表格中没有数据');
    const { sheets } = await readXlsx(template.rawPayload);
    const headers = sheets.find(({ name }) => name === '项目')?.rows[0];
    expect(headers).toEqual(Object.values(listColumns('research.projects')));
    expect(headers).toContain('经费（万元）');
  });
});
