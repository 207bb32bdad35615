import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { teacherApi as api } from '@zhiping/shared/contracts/teacher.ts';
import { expertEnv, openPool } from '../../../test/expert-helpers.ts';
import { createRole, newTeacher, nextIdCard, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';

let server: TestServer;
let pool: Awaited<ReturnType<typeof openPool>>;
beforeAll(async () => {
  server = await startTestServer(expertEnv);
  pool = await openPool(server);
});
afterAll(() => server.close());

const teacher = (change: object = {}) => newTeacher(pool.tianjin, change);
const create = (body: object, token = pool.office.token) =>
  server.call(api.create, { token, body: body as never });
const added = async (change: object = {}) => {
  const { status, body, error } = await create(teacher(change));
  expect(status, JSON.stringify(error)).toBe(201);
  return body.id;
};
const list = (query: Record<string, unknown>, token = pool.office.token) =>
  server.call(api.list, { token, query: { size: 1000, ...query } });
const ids = async (query: Record<string, unknown>, token = pool.office.token) =>
  (await list(query, token)).body.content.map(({ id }) => id);
const one = async (id: number) => (await list({ id })).body.content[0]!;
const update = (body: object, token = pool.office.token) =>
  server.call(api.update, { token, body: body as never });
const events = async (id: number) =>
  (
    await server.db
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('entity', '=', 'teacher')
      .where('entity_id', '=', String(id))
      .orderBy('seq')
      .execute()
  ).map(({ action }) => action);

test('a teacher is added, shown masked, edited with a version, and deleted', async () => {
  const idCard = nextIdCard();
  const id = await added({ idCard, gender: null });
  const stored = await one(id);
  expect(stored).toMatchObject({
    name: '慕容教书',
    gender: expect.stringMatching(/男|女/),
    idCard: `${idCard.slice(0, 4)}**********${idCard.slice(-4)}`,
    schoolName: '天津大学',
    subject: { path: ['graduate', '08', '0812'], fullName: '研究生学科专业目录 - 工学 - 计算机科学与技术' },
    entryDate: '2020-09-01',
    enabled: true,
    version: 0,
  });
  const { idCard: _masked, createTime: _created, ...write } = stored;
  expect((await update({ ...write, titleName: '副教授' })).status).toBe(204);
  const late = await update({ ...write, titleName: '教授' });
  expect([late.status, late.error.code]).toEqual([409, 'edit.conflict']);
  expect(await one(id)).toMatchObject({ titleName: '副教授', version: 1, idCard: stored.idCard });
  const removed = await server.call(api.remove, { token: pool.office.token, body: [id, 99_999_999] });
  expect(removed.body).toEqual({
    succeeded: 1,
    failed: [{ id: 99_999_999, name: '99999999', message: '教师不存在' }],
  });
  expect(await ids({ id })).toEqual([]);
  expect(await events(id)).toEqual(['teacher.created', 'teacher.changed', 'teacher.deleted']);
});

describe('one human', () => {
  test('stands once at a school, and may teach at two', async () => {
    const idCard = nextIdCard();
    await added({ idCard });
    const { status, error } = await create(teacher({ idCard }));
    expect([status, error.errors?.[0]]).toEqual([
      400,
      { field: 'idCard', message: '该校已登记这个身份证号码的教师' },
    ]);
    await added({ idCard, schoolId: pool.nankai });
  });

  test('is one person as an expert and as a teacher, whichever goes first', async () => {
    const idCard = nextIdCard();
    const teacherId = await added({ idCard });
    const expertId = await pool.added({ idCard });
    const persons = async () =>
      (
        await server.pool.query(
          `select (select person_id from expert where id = $1) as e, (select person_id from teacher where id = $2) as t`,
          [expertId, teacherId],
        )
      ).rows[0];
    const before = await persons();
    expect(before.e).toBe(before.t);
    await server.call(expertPoolApi.remove, { token: pool.office.token, body: [expertId] });
    expect(await persons()).toEqual({ e: null, t: before.t });
    await server.call(api.remove, { token: pool.office.token, body: [teacherId] });
    const left = await server.db.selectFrom('person').select('id').where('id', '=', before.t).execute();
    expect(left).toEqual([]);
  });

  test('who was entered with a wrong number leaves no person behind', async () => {
    const [wrong, right] = [nextIdCard(), nextIdCard()];
    const id = await added({ idCard: wrong });
    const count = async () =>
      Number((await server.pool.query('select count(*) as count from person')).rows[0].count);
    const before = await count();
    const { idCard: _masked, ...write } = await one(id);
    expect((await update({ ...write, idCard: right })).status).toBe(204);
    expect(await count()).toBe(before);
    expect((await one(id)).idCard).toBe(`${right.slice(0, 4)}**********${right.slice(-4)}`);
  });
});

describe('refuses', () => {
  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['a wrong identity number', { idCard: '110105197001020016' }, 'idCard'],
    ['an unknown type', { type: 'magic' }, 'type'],
    ['no school', { schoolId: '' }, 'schoolId'],
    ['a department that is no school', { schoolId: 2 }, 'schoolId'],
    ['an unknown title level', { titleLevel: 'highest' }, 'titleLevel'],
    ['an unknown subject', { subject: { path: ['graduate', '08', '0899'] } }, 'subject'],
    ['a wrong phone', { phone: '123' }, 'phone'],
    ['a wrong address', { email: 'nobody' }, 'email'],
    ['a day that does not exist', { entryDate: '2020-02-30' }, 'entryDate'],
  ])('%s', async (_, change, field) => {
    const { status, error } = await create(teacher(change));
    expect([status, error.errors?.[0]?.field]).toEqual([400, field]);
  });

  test('nothing that was right before the register changed', async () => {
    const id = await added({ subject: ['graduate', '08', '0835'] });
    const disable = (enabled: boolean) =>
      server.db
        .updateTable('subject')
        .set({ enabled })
        .where('catalog', '=', 'graduate')
        .where('professional_category_code', '=', '0835')
        .execute();
    await disable(false);
    const { idCard: _masked, ...write } = await one(id);
    expect((await update({ ...write, phone: null })).status).toBe(204);
    expect((await create(teacher({ subject: ['graduate', '08', '0835'] }))).status).toBe(400);
    await disable(true);
  });
});

test('is found by name, pinyin, phone, school, type, title, subject prefix and state', async () => {
  const id = await added({
    name: '上官明月',
    phone: '13700001111',
    type: 'laboratory',
    titleLevel: 'junior',
  });
  for (const query of [
    { blurry: '上官' },
    { blurry: 'shangguan' },
    { blurry: 'sgmy' },
    { blurry: '13700001111' },
    { schoolId: pool.tianjin },
    { type: 'laboratory' },
    { titleLevel: 'junior' },
    { subject: 'graduate/08' },
    { subject: ['graduate', '08', '0812'] },
    { enabled: true },
    { blurry: '上官', sort: ['name,asc', 'entryDate,desc'] },
  ])
    expect(await ids(query), JSON.stringify(query)).toContain(id);
  for (const query of [
    { blurry: '上官', subject: 'graduate/08/081' },
    { blurry: '上官', subject: 'graduate/0_' },
    { blurry: '上官', schoolId: pool.nankai },
    { blurry: '上官', enabled: false },
    { blurry: '%' },
  ])
    expect(await ids(query), JSON.stringify(query)).not.toContain(id);
  const disabled = await server.call(api.setEnabled, {
    token: pool.office.token,
    body: { ids: [id], enabled: false },
  });
  expect(disabled.body).toEqual({ succeeded: 1, failed: [] });
  expect(await ids({ enabled: false })).toContain(id);
});

test.each([
  ['古丽·买买提', ['古丽.买买提', '古丽．买买提', '古丽•买买提', '古丽 买买提']],
  ['文方', ['⽂⽅', '文\uFE0F方']],
  ['马龙腾', ['马⻰', '马龙\u200B腾']],
])('the name %s is found as it may be typed', async (name, typed) => {
  const id = await added({ name });
  for (const blurry of typed) expect(await ids({ blurry }), blurry).toContain(id);
});

test('a phone is found as it may be typed, and part of it too', async () => {
  const id = await added({ phone: '13912345601' });
  const typed = ['139-1234-5601', '+86 139 1234 5601', '１３９１２３４５６０１', '2345601', '２３４５６０１'];
  for (const blurry of typed) expect(await ids({ blurry }), blurry).toContain(id);
});

test('the list is searched and sorted by staff number', async () => {
  const numbers = ['zx-0100', 'ZX-0099', 'ZX-0101'];
  const made: number[] = [];
  for (const staffNo of numbers) made.push(await added({ staffNo }));
  const found = async (query: object) =>
    (await ids({ size: 100, ...query })).filter((id) => made.includes(id));
  const sorted = [made[1], made[0], made[2]];
  expect(new Set(await found({ blurry: 'zx-0' }))).toEqual(new Set(made));
  expect(await found({ blurry: 'ZX-0100' })).toEqual([made[0]]);
  expect(await found({ blurry: '0099' })).toEqual([made[1]]);
  const ordered = await found({ blurry: 'ZX-', sort: ['staffNo,asc'] });
  expect(ordered.filter((id) => id !== made[0])).toEqual(sorted.filter((id) => id !== made[0]));
  expect((await found({ blurry: 'ZX-', sort: ['staffNo,desc'] })).toReversed()).toEqual(ordered);
});

describe('an identity number', () => {
  test('is whole only for whom may read it, and each reading is recorded', async () => {
    const idCard = nextIdCard();
    const id = await added({ idCard });
    const { body } = await server.call(api.identity, { token: pool.office.token, params: { id } });
    expect(body).toEqual({ idCard });
    expect(await events(id)).toEqual(['teacher.created', 'teacher.identity_read']);
    expect((await server.call(api.identity, { token: pool.school.token, params: { id } })).status).toBe(403);
    const elsewhere = await createRole(server.db, {
      permissions: ['teacher:identity'],
      dataScope: '自定义',
      deptIds: [pool.nankai],
    });
    const other = await signedIn(server.db, { roleIds: [elsewhere] });
    expect((await server.call(api.identity, { token: other.token, params: { id } })).status).toBe(404);
  });

  test('is in no list, export, error or audit event', async () => {
    const idCard = nextIdCard();
    const id = await added({ idCard });
    const answers = [
      JSON.stringify((await list({})).body),
      JSON.stringify((await create(teacher({ idCard }))).error),
      JSON.stringify((await create(teacher({ idCard, type: 'x' }))).error),
      JSON.stringify(await server.db.selectFrom('audit_event').selectAll().execute()),
      JSON.stringify(await server.db.selectFrom('operation_log').selectAll().execute()),
    ];
    const response = await server.app.inject({
      url: '/title/api/teacher/download',
      headers: { authorization: pool.office.token },
    });
    const rows = await readSheet(response.rawPayload, ['姓名', '身份证号码'], 1000);
    answers.push(JSON.stringify(rows));
    expect(rows.length).toBe((await list({})).body.totalElements);
    for (const answer of answers) expect(answer).not.toContain(idCard);
    expect(await ids({ blurry: idCard })).toEqual([]);
    expect(await ids({ id })).toEqual([id]);
  });
});

describe('a school officer', () => {
  test('maintains the teachers of the own school and reaches no other', async () => {
    const outside = await added({ schoolId: pool.nankai });
    const { status, body } = await create(teacher(), pool.school.token);
    expect(status).toBe(201);
    const own = await list({}, pool.school.token);
    expect(new Set(own.body.content.map(({ schoolId }) => schoolId))).toEqual(new Set([pool.tianjin]));
    expect(own.body.content.map(({ id }) => id)).toContain(body.id);
    expect(await ids({ schoolId: pool.nankai }, pool.school.token)).toEqual([]);
    const elsewhere = await create(teacher({ schoolId: pool.nankai }), pool.school.token);
    expect([elsewhere.status, elsewhere.error.errors?.[0]?.field]).toEqual([403, 'schoolId']);
    const { idCard: _masked, ...write } = await one(body.id);
    expect((await update({ ...write, schoolId: pool.nankai }, pool.school.token)).status).toBe(403);
    expect((await update({ ...write, id: outside }, pool.school.token)).error.message).toBe('教师不存在');
    const gone = await server.call(api.remove, { token: pool.school.token, body: [outside] });
    expect(gone.status).toBe(404);
    expect(await one(outside)).toBeDefined();
  });

  test('of no school sees nothing', async () => {
    const { token } = await signedIn(server.db, { roleIds: [9] });
    expect((await list({}, token)).body).toEqual({ content: [], totalElements: 0 });
  });
});

test.each([
  ['an expert', 6],
  ['a supervisor', 4],
  ['a system administrator', 2],
])('%s has nothing to do with teachers', async (_, role) => {
  const { token } = await signedIn(server.db, { roleIds: [role] });
  for (const endpoint of Object.values(api))
    expect((await server.call(endpoint as typeof api.list, { token })).status).toBe(403);
});

describe('when schools merge', () => {
  test('teachers move, and a person who is at both is cleared up first', async () => {
    const [from, into] = await Promise.all(
      ['并入甲校', '并入乙校'].map(async (name) => {
        const { body } = await server.call(schoolApi.create, {
          token: pool.office.token,
          body: { pid: 30, name, enabled: true, deptSort: 1 } as never,
        });
        return body.id;
      }),
    );
    const idCard = nextIdCard();
    const moved = await added({ schoolId: from });
    const twin = await added({ schoolId: from, idCard, name: '两校老师' });
    await added({ schoolId: into, idCard });
    const merge = () =>
      server.call(schoolApi.merge, { token: pool.office.token, body: { id: from!, intoId: into! } });
    const refused = await merge();
    expect([refused.status, refused.error.message]).toEqual([
      400,
      '两校登记了同一位教师（两校老师），请先删除其中一条',
    ]);
    await server.call(api.remove, { token: pool.office.token, body: [twin] });
    const { status, body } = await merge();
    expect([status, body.teachers]).toEqual([200, 1]);
    expect((await one(moved)).schoolId).toBe(into);
    const deleted = await server.call(schoolApi.remove, { token: pool.office.token, body: [into!] });
    expect(deleted.error.message).toBe('所选部门存在教师关联，请解除后再试！（2 位教师）');
  });
});
