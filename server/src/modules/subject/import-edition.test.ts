import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subjectApi as api } from '@zhiping/shared/contracts/subject.ts';
import { currentEdition, type EditionOptions, sendEdition } from '../../../test/edition-helpers.ts';
import { createExpert, createRole, findSchoolId, nextIdCard, signedIn } from '../../../test/factories.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let office: { token: string };
const withOwnServer = () => {
  beforeAll(async () => {
    server = await startTestServer();
    office = await signedIn(server.db, { roleIds: [3] });
  });
  afterAll(() => server.close());
};

const send = (rows: string[][], options: Partial<EditionOptions> = {}) =>
  sendEdition(server, rows, { token: office.token, ...options });
const current = () => currentEdition(server, office.token);
const stateOf = async () =>
  server.db.selectFrom('subject').select(['id', 'version', 'enabled']).orderBy('id').execute();
const find = async (code: string, catalog = 'graduate') =>
  (
    await server.call(api.list, { token: office.token, query: { catalog, blurry: code, size: 999 } })
  ).body.content.find((row) => (row.professionalClassCode ?? row.professionalCategoryCode) === code);

describe('a new edition', () => {
  withOwnServer();

  test('preview, then commit: new, renamed and gone subjects, and experts who go on under another code', async () => {
    const mover = await createExpert(server.db, { path: ['graduate', '08', '0812'] });
    const stayer = await createExpert(server.db, { path: ['graduate', '08', '0835'], phone: '13800000001' });
    const both = await createExpert(server.db, { path: ['graduate', '08', '0812'], phone: '13800000002' });
    await server.db
      .insertInto('expert_subject')
      .values({ expert_id: both.expertId, rank: 2, path: ['graduate', '08', '0811'], keywords: ['控制'] })
      .execute();
    const { body: teacher } = await server.call(teacherApi.create, {
      token: office.token,
      body: {
        name: '教师',
        idCard: nextIdCard(),
        type: 'teaching',
        schoolId: await findSchoolId(server.db, '天津大学'),
        subject: ['graduate', '08', '0812'],
      } as never,
    });
    const before = await stateOf();

    const rows = (await current()).flatMap((row) => {
      if (row[2] === '0812') return [];
      if (row[2] === '0835') return [row.with(3, '软件科学')];
      return [row];
    });
    const edition = [...rows, ['08', '工学', '0899', '计算机科学与技术', '', '']];
    const { body: preview } = await send(edition);
    expect(preview).toMatchObject({
      added: [{ code: '0899', fullName: '工学 - 计算机科学与技术' }],
      renamed: [{ code: '0835', before: '工学 - 软件工程', fullName: '工学 - 软件科学' }],
      gone: [{ code: '0812', fullName: '工学 - 计算机科学与技术' }],
      unchanged: 182,
      committed: false,
    });
    expect(preview.touched).toMatchObject([
      {
        code: '0812',
        kind: 'gone',
        experts: 2,
        teachers: 1,
        names: ['张三丰', '张三丰'],
        suggestions: [{ code: '0899', certain: true }, {}, {}],
      },
      { code: '0835', kind: 'renamed', newName: '工学 - 软件科学', experts: 1 },
    ]);
    expect(await stateOf()).toEqual(before);

    const { status, body } = await send(edition, { basis: preview.basis, moves: { '0812': '0811' } });
    expect([status, body.committed]).toEqual([200, true]);
    expect(await find('0812')).toMatchObject({ enabled: false });
    expect(await find('0899')).toMatchObject({ enabled: true });
    expect(await find('0835')).toMatchObject({ professionalCategory: '软件科学' });
    const subjects = await server.db
      .selectFrom('expert_subject')
      .select(['expert_id', 'rank', 'path', 'keywords'])
      .where('expert_id', 'in', [mover.expertId, stayer.expertId, both.expertId])
      .orderBy('expert_id')
      .execute();
    expect(subjects).toEqual([
      { expert_id: mover.expertId, rank: 1, path: ['graduate', '08', '0811'], keywords: ['体系结构'] },
      { expert_id: stayer.expertId, rank: 1, path: ['graduate', '08', '0835'], keywords: ['体系结构'] },
      { expert_id: both.expertId, rank: 1, path: ['graduate', '08', '0811'], keywords: ['体系结构', '控制'] },
    ]);
    const taught = await server.call(teacherApi.list, { token: office.token, query: { id: teacher.id } });
    expect(taught.body.content[0]?.subject?.path).toEqual(['graduate', '08', '0811']);
    const prefixes = await server.db
      .selectFrom('expert')
      .select('subject_prefixes')
      .where('id', '=', mover.expertId)
      .executeTakeFirstOrThrow();
    expect(prefixes.subject_prefixes).toContain('graduate/08/0811');
    const events = await server.db
      .selectFrom('audit_event')
      .select(['action', 'entity_id', 'detail'])
      .where('action', 'in', ['subject.edition_imported', 'expert.subjects_moved', 'teacher.subjects_moved'])
      .orderBy('seq')
      .execute();
    expect(events.map(({ action }) => action)).toEqual([
      'expert.subjects_moved',
      'expert.subjects_moved',
      'teacher.subjects_moved',
      'subject.edition_imported',
    ]);
    expect(events[3]).toMatchObject({
      entity_id: 'graduate',
      detail: {
        added: ['0899'],
        renamed: ['0835'],
        disabled: ['0812'],
        moves: { '0812': '0811' },
        experts: 2,
        teachers: 1,
      },
    });

    // The old edition again: what was disabled returns.
    const back = await send((await current()).concat([['08', '工学', '0812', '计算机科学与技术', '', '']]));
    expect(back.body.returned).toMatchObject([{ code: '0812' }]);
  });
});

describe('a catalogue that stays as it is', () => {
  withOwnServer();

  test('an export brought back changes nothing', async () => {
    const rows = await current();
    expect(rows).toHaveLength(184);
    const { status, body } = await send(rows);
    expect([status, body]).toMatchObject([
      200,
      {
        total: 184,
        unchanged: 184,
        added: [],
        renamed: [],
        returned: [],
        gone: [],
        touched: [],
        committed: false,
      },
    ]);
  });

  test('over a catalogue that was edited after the preview nothing is stored', async () => {
    const rows = (await current()).slice(1);
    const { body: preview } = await send(rows);
    await server.db
      .updateTable('subject')
      .set({ version: 7 })
      .where('professional_category_code', '=', '0812')
      .execute();
    const before = await stateOf();
    const { status, body } = await send(rows, { basis: preview.basis });
    expect([status, body.message]).toEqual([409, '预览之后目录已被修改，请重新预览']);
    expect(await stateOf()).toEqual(before);
  });

  describe('refuses', () => {
    test('wrong rows, by row and column, and stores nothing', async () => {
      const before = await stateOf();
      const rows = [
        ['08', '工学', '0812', '计算机科学与技术', '', ''],
        ['08', '', '0813', '建筑学', '', ''],
        ['08', '工学', '0712', '科学技术史', '', ''],
        ['08', '工程', '0814', '土木工程', '', ''],
        ['08', '工学', '0812', '计算机科学与技术', '', ''],
        ['08', '工学', '0815', '水利工程', '081501', ''],
      ];
      const { body: preview } = await send(rows);
      expect(preview.errors.map(({ row, column, code }) => [row, column, code])).toEqual([
        [3, '门类', 'INVALID'],
        [4, '专业类代码', 'INVALID'],
        [5, '门类', 'OTHER_NAME'],
        [6, '专业类代码', 'DUPLICATE_IN_FILE'],
        [7, '专业', 'INVALID'],
      ]);
      const { body } = await send(rows, { basis: preview.basis });
      expect(body.committed).toBe(false);
      expect(await stateOf()).toEqual(before);
    });

    test.each([
      ['from what is not touched', { '0811': '0835' }, '学科 0811 不需要替换'],
      ['to what is not there', { '0812': '0898' }, '新版目录中没有学科 0898'],
    ])('a replacement %s', async (_, moves, message) => {
      await createExpert(server.db, { path: ['graduate', '08', '0812'] });
      const rows = (await current()).filter((row) => row[2] !== '0812');
      const { body: preview } = await send(rows);
      const before = await stateOf();
      const { status, body } = await send(rows, { basis: preview.basis, moves });
      expect([status, body.message]).toEqual([400, message]);
      expect(await stateOf()).toEqual(before);
    });

    test('an unknown catalogue, and accounts without the permission', async () => {
      const rows = await current();
      expect((await send(rows, { catalog: 'nothing' })).body.message).toBe('请选择学科目录');
      const school = await signedIn(server.db, { roleIds: [9] });
      expect((await send(rows, { token: school.token })).status).toBe(403);
    });
  });

  test('experts are counted for all and named only to readers who may see them', async () => {
    await createExpert(server.db, { path: ['graduate', '08', '0830'] });
    const rows = (await current()).filter((row) => row[2] !== '0830');
    const roleIds = [await createRole(server.db, { permissions: ['subject:edit'] })];
    const clerk = await signedIn(server.db, { roleIds });
    const { body } = await send(rows, { token: clerk.token });
    expect(body.touched).toMatchObject([{ code: '0830', experts: 1, names: [] }]);
    const elsewhere = await createRole(server.db, {
      permissions: ['subject:edit', 'expert:list'],
      dataScope: '自定义',
      deptIds: [2],
    });
    const other = await signedIn(server.db, { roleIds: [elsewhere] });
    expect((await send(rows, { token: other.token })).body.touched).toMatchObject([
      { experts: 1, names: [] },
    ]);
  });
});
