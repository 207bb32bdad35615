import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { draftApi } from '@zhiping/shared/contracts/draft.ts';
import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import { createExpert, signedIn } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const own = async (token: string) => (await server.call(expertApi.own, { token })).body;
const writeOf = async (token: string) => {
  const {
    id: _id,
    schoolName: _name,
    confirmedAt: _at,
    termEndsAt: _end,
    subjects,
    ...rest
  } = await own(token);
  return { ...rest, subjects: subjects.map(({ path, keywords }) => ({ path, keywords })) };
};

test('a user who is no expert has no profile', async () => {
  const { token } = await signedIn(server.db, { roleIds: [3] });
  expect((await server.call(expertApi.own, { token })).status).toBe(404);
  expect((await server.call(expertApi.confirm, { token, body: {} })).status).toBeGreaterThanOrEqual(400);
});

test('experts read and write only their own profile', async () => {
  const [one, two] = [await createExpert(server.db), await createExpert(server.db)];
  const body = { ...(await writeOf(one.token)), name: '改名', id: two.expertId };
  expect((await server.call(expertApi.saveOwn, { token: one.token, body })).status).toBe(204);
  expect((await own(one.token)).name).toBe('改名');
  expect((await own(two.token)).name).toBe('张三丰');
});

test('a corrected phone becomes that of the account, the e-mail needs its code', async () => {
  const { id, token } = await createExpert(server.db);
  const accountOf = () =>
    server.db
      .selectFrom('sys_user')
      .select(['phone', 'email'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const { email } = await accountOf();
  const body = { ...(await writeOf(token)), phone: '18800000001', email: 'corrected@example.org' };
  expect((await server.call(expertApi.saveOwn, { token, body })).status).toBe(204);
  expect(await accountOf()).toEqual({ phone: '18800000001', email });

  // That another account has it too is not told.
  const other = await createExpert(server.db);
  const same = { ...(await writeOf(other.token)), phone: '18800000001' };
  expect((await server.call(expertApi.saveOwn, { token: other.token, body: same })).status).toBe(204);
});

test('rating, state and confirmation cannot be sent in', async () => {
  const { token, expertId } = await createExpert(server.db);
  const body = {
    ...(await writeOf(token)),
    rating: 5,
    enabled: false,
    confirmedAt: '2026-01-01 00:00:00',
    termEndsAt: '2099-01-01',
  };
  await server.call(expertApi.saveOwn, { token, body });
  const row = await server.db
    .selectFrom('expert')
    .selectAll()
    .where('id', '=', expertId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ rating: 3, enabled: true, confirmed_at: null, term_ends_at: null });
});

test('a save over another user’s change is refused and loses nothing', async () => {
  const { token } = await createExpert(server.db);
  const body = await writeOf(token);
  expect((await server.call(expertApi.saveOwn, { token, body: { ...body, department: '甲' } })).status).toBe(
    204,
  );
  const second = await server.call(expertApi.saveOwn, { token, body: { ...body, department: '乙' } });
  expect([second.status, second.error.code]).toEqual([409, 'expert.changed']);
  expect((await own(token)).department).toBe('甲');
});

describe('refuses on the field', () => {
  test.each([
    ['an unknown school', { schoolId: 20 }, 'schoolId', '所选学校不存在或已停用'],
    ['an unknown series', { titleSeries: '999' }, 'titleSeries', '请选择职称系列'],
    ['an unknown level', { titleLevel: 'king' }, 'titleLevel', '请选择职称层级'],
    [
      'an unknown subject',
      { subjects: [{ path: ['graduate', '08', '0899'] }] },
      'subjects.0',
      '所选学科不存在或已停用',
    ],
    [
      'a contradictory path',
      { subjects: [{ path: ['graduate', '07', '0812'] }] },
      'subjects.0',
      '所选学科不存在或已停用',
    ],
    [
      'the same subject twice',
      { subjects: [{ path: ['graduate', '08', '0812'] }, { path: ['graduate', '08', '0812'] }] },
      'subjects.1',
      '学科重复',
    ],
    ['no subject', { subjects: [] }, 'subjects', '请至少选择一个学科'],
    [
      'four subjects',
      { subjects: Array.from({ length: 4 }, () => ({ path: ['graduate', '08', '0812'] })) },
      'subjects',
      '最多选择三个学科',
    ],
    ['a birth date of tomorrow', { birthDate: '2999-01-01' }, 'birthDate', '请输入正确的出生日期'],
    ['30 February', { birthDate: '1970-02-30' }, 'birthDate', '日期格式应为 yyyy-MM-dd'],
    ['a wrong phone', { phone: '12345678901' }, 'phone', '请输入正确的手机号码'],
    ['a wrong e-mail', { email: 'nobody' }, 'email', '请输入正确的邮箱'],
    ['a missing name', { name: ' ' }, 'name', '请输入姓名'],
  ])('%s', async (_, change, field, message) => {
    const { token } = await createExpert(server.db);
    const { status, error } = await server.call(expertApi.saveOwn, {
      token,
      body: { ...(await writeOf(token)), ...change },
    });
    expect([status, error.errors]).toEqual([400, [{ field, message }]]);
  });
});

describe('confirmation', () => {
  test('sets the time and a term of three years, lifts the gate, and drops the draft', async () => {
    const { token } = await createExpert(server.db);
    await server.call(draftApi.save, {
      params: { kind: 'expertProfile', ref: 0 },
      token,
      body: { baseVersion: 0, form: { name: '张' } },
    });
    const { status, body } = await server.call(expertApi.confirm, { token });
    expect(status).toBe(200);
    expect(body.confirmedAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(Number(body.termEndsAt?.slice(0, 4))).toBe(Number(body.confirmedAt?.slice(0, 4)) + 3);
    expect((await server.call(authApi.info, { token })).body.expert?.confirmedAt).toBe(body.confirmedAt);
    expect(
      (await server.call(draftApi.read, { params: { kind: 'expertProfile', ref: 0 }, token })).body,
    ).toBeNull();
  });

  test('takes last corrections along', async () => {
    const { token } = await createExpert(server.db);
    const { body } = await server.call(expertApi.confirm, {
      token,
      body: { ...(await writeOf(token)), department: '物理系' },
    });
    expect(body).toMatchObject({ department: '物理系', confirmedAt: expect.any(String) });
  });

  test('twice keeps the first time', async () => {
    const { token } = await createExpert(server.db);
    const first = await server.call(expertApi.confirm, { token });
    const second = await server.call(expertApi.confirm, { token });
    expect(second.body.confirmedAt).toBe(first.body.confirmedAt);
  });

  test('of an incomplete profile lists what is missing', async () => {
    const { token, expertId } = await createExpert(server.db);
    await server.db
      .updateTable('expert')
      .set({ birth_date: null, phone: null })
      .where('id', '=', expertId)
      .execute();
    await server.db.deleteFrom('expert_subject').where('expert_id', '=', expertId).execute();
    const { status, error } = await server.call(expertApi.confirm, { token });
    expect([status, error.code]).toEqual([400, 'expert.incomplete']);
    expect(error.errors?.map(({ field }) => field).toSorted()).toEqual(['birthDate', 'phone', 'subjects']);
    expect((await own(token)).confirmedAt).toBeNull();
  });

  test('writes its audit event', async () => {
    const { token, expertId } = await createExpert(server.db);
    await server.call(expertApi.confirm, { token });
    const events = await server.db
      .selectFrom('audit_event')
      .select('action')
      .where('entity', '=', 'expert')
      .where('entity_id', '=', String(expertId))
      .execute();
    expect(events.map(({ action }) => action)).toEqual(['expert.confirmed']);
  });
});

test('a draft comes back as it was saved, to its owner only', async () => {
  const [one, two] = [await createExpert(server.db), await createExpert(server.db)];
  const form = { name: '张', subjects: [{ path: ['graduate'] }], phone: '' };
  const saved = await server.call(draftApi.save, {
    params: { kind: 'expertProfile', ref: 0 },
    token: one.token,
    body: { baseVersion: 3, form },
  });
  const read = await server.call(draftApi.read, {
    params: { kind: 'expertProfile', ref: 0 },
    token: one.token,
  });
  expect(read.body).toEqual({ baseVersion: 3, form, savedAt: saved.body.savedAt });
  expect(
    (await server.call(draftApi.read, { params: { kind: 'expertProfile', ref: 0 }, token: two.token })).body,
  ).toBeNull();
});
