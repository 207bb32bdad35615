import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expertPoolApi as api } from '@zhiping/shared/contracts/expert-pool.ts';
import { expertEnv, INITIAL_PASSWORD, openPool } from '../../../../test/expert-helpers.ts';
import { addCollege, createUser, signedIn } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/harness.ts';
import { signIn } from '../../../../test/sign-in-helpers.ts';
import { readSheet } from '../../../platform/sheets/sheet-reader.ts';

let server: TestServer;
let pool: Awaited<ReturnType<typeof openPool>>;
beforeAll(async () => {
  server = await startTestServer(expertEnv);
  pool = await openPool(server);
});
afterAll(() => server.close());

test('who looks for a school finds the experts of its colleges too', async () => {
  const id = await pool.added({ name: '闻人院系', schoolId: pool.nankai });
  await addCollege(server.db, pool.nankai, 'expert', id);
  const found = async (schoolId: number) =>
    (await pool.list({ schoolId, blurry: '闻人' })).body.content.map((row) => row.id);
  expect([await found(pool.nankai), await found(pool.tianjin)]).toEqual([[id], []]);
});

describe('a school officer', () => {
  test('sees, counts, sorts, exports and guesses only the own school', async () => {
    const inside = await pool.added({ name: '司徒校内' });
    const outside = await pool.added({ name: '司徒校外', schoolId: pool.nankai });
    const { body } = await pool.list({}, pool.school.token);
    expect(new Set(body.content.map(({ schoolId }) => schoolId))).toEqual(new Set([pool.tianjin]));
    expect(body.totalElements).toBe(body.content.length);
    for (const query of [
      { blurry: '司徒' },
      { schoolId: pool.nankai },
      { subject: 'graduate/08/0812' },
      { sort: 'name,asc' },
      { confirmed: false },
      { titleSeries: '1' },
    ]) {
      const found = await pool.list(query, pool.school.token);
      expect(found.body.content.map(({ id }) => id)).not.toContain(outside);
      expect(found.body.totalElements).toBe(found.body.content.length);
    }
    const missing = 99_999_999;
    for (const endpoint of [api.read, api.inspect]) {
      const [hidden, gone] = [outside, missing].map((id) =>
        server.call(endpoint as typeof api.read, { token: pool.school.token, params: { id } }),
      );
      expect((await hidden)?.status).toBe(404);
      expect((await hidden)?.error.message).toBe((await gone)?.error.message);
    }
    expect((await pool.read(inside, pool.school.token)).status).toBe(200);
    const change = await pool.writeOf(outside);
    expect((await pool.update(change, pool.school.token)).status).toBe(404);
    expect((await pool.update({ ...change, id: missing }, pool.school.token)).error.message).toBe(
      '专家不存在',
    );

    const response = await server.app.inject({
      url: '/title/api/expert/download',
      headers: { authorization: pool.school.token },
    });
    const rows = await readSheet(response.rawPayload, ['姓名', '单位', '身份证号码'], 1000);
    expect(new Set(rows.map(({ values }) => values.单位))).toEqual(new Set(['天津大学']));
    for (const { values } of rows) expect(values.身份证号码).toMatch(/^(\d{4}\*{10}\d{3}[\dX])?$/);
  });

  test('never learns the office’s view of an expert: not shown, filtered, sorted by, exported or inspected', async () => {
    const id = await pool.added({ note: '内部备注', maxLoad: 3 });
    await server.call(api.setRating, { token: pool.office.token, body: { id, rating: 0, reason: '逾期' } });
    const { body } = await pool.read(id, pool.school.token);
    expect(body).toMatchObject({
      rating: null,
      maxLoad: null,
      note: null,
      ratingLog: [],
      statusLog: [],
      changes: [],
    });
    expect((await pool.list({ rating: 0 }, pool.school.token)).status).toBe(400);
    const sorted = await pool.list({ sort: 'rating,asc' }, pool.school.token);
    expect([sorted.status, sorted.error.message.includes('rating、')]).toEqual([400, false]);
    const inspection = await server.call(api.inspect, { token: pool.school.token, params: { id } });
    expect(inspection.body.checks.some(({ code }) => code.startsWith('RATING'))).toBe(false);
    const response = await server.app.inject({
      url: '/title/api/expert/download',
      headers: { authorization: pool.school.token },
    });
    await expect(readSheet(response.rawPayload, ['评级'], 1000)).rejects.toThrow('表头缺少：评级');
    expect((await readSheet(response.rawPayload, ['姓名'], 1000)).length).toBeGreaterThan(0);
  });

  test('does not get hold of an account by proposing its phone, written or imported', async () => {
    const phone = '18700000077';
    const account = await createUser(server.db, { roleIds: [6], deptId: 20, phone });
    const { token } = pool.school;
    const proposal = pool.newExpert({ phone });
    // Nor does it learn that there is one: a proposal is stored as with any other number.
    const proposed = await pool.create(proposal, token);
    expect(proposed.status, proposed.error?.message).toBe(201);
    const dryRun = await server.call(api.import, { token, query: { dryRun: true }, body: [proposal] });
    expect(dryRun.body.errors).toEqual([]);
    const imported = await server.call(api.import, { token, body: [pool.newExpert({ phone })] });
    expect(imported.body).toMatchObject({ created: 1, errors: [] });
    const taken = await server.db
      .selectFrom('expert')
      .select('id')
      .where('user_id', '=', account.id)
      .execute();
    expect(taken).toEqual([]);
    const names = await server.db
      .selectFrom('sys_user')
      .select(['id', 'username'])
      .where('phone', '=', phone)
      .where('id', '<>', account.id)
      .orderBy('id')
      .execute();
    expect(names.map(({ username }) => username)).toEqual([phone, `${phone}-${names[1]!.id}`]);
    // The office reads the pool and is told.
    const refused = await pool.create(pool.newExpert({ phone }));
    expect([refused.status, refused.error.errors]).toEqual([
      400,
      [{ field: 'phone', message: '手机号码已被使用' }],
    ]);
  });

  test('does not learn that the office grades a proposed expert, which it cannot before accepting them', async () => {
    const { body } = await pool.create(pool.newExpert(), pool.school.token);
    const rated = await server.call(api.setRating, {
      token: pool.office.token,
      body: { id: body.id, rating: 1, reason: '核查' },
    });
    expect([rated.status, rated.error.message]).toEqual([400, '尚未入库的专家不能评级']);
  });

  test('proposes experts, who wait for the office', async () => {
    const expert = pool.newExpert({ note: '想写的', maxLoad: 9 });
    const { status, body } = await pool.create(expert, pool.school.token);
    expect(status).toBe(201);
    const { id } = body;
    expect((await pool.read(id)).body).toMatchObject({
      accepted: false,
      enabled: false,
      note: null,
      maxLoad: null,
    });
    const before = await signIn(server, { username: expert.phone, password: INITIAL_PASSWORD });
    expect(before.error.message).toBe('账号未激活！');
    expect(
      (await pool.update({ ...(await pool.writeOf(id)), department: '数学系' }, pool.school.token)).status,
    ).toBe(204);
    await server.call(api.setEnabled, {
      token: pool.office.token,
      body: { id, enabled: true, reason: '入库' },
    });
    expect((await signIn(server, { username: expert.phone, password: INITIAL_PASSWORD })).status).toBe(428);
    const late = await pool.update({ ...(await pool.writeOf(id)), department: '物理系' }, pool.school.token);
    expect([late.status, late.error.code]).toEqual([403, 'expert.accepted']);
  });

  test('puts no expert into another school', async () => {
    const { status, error } = await pool.create(pool.newExpert({ schoolId: pool.nankai }), pool.school.token);
    expect([status, error.errors?.[0]?.field]).toEqual([403, 'schoolId']);
    const { body } = await pool.create(pool.newExpert(), pool.school.token);
    const moved = await pool.update(
      { ...(await pool.writeOf(body.id)), schoolId: pool.nankai },
      pool.school.token,
    );
    expect(moved.status).toBe(403);
  });

  test('of no school sees nothing', async () => {
    const { token } = await signedIn(server.db, { roleIds: [9] });
    const { body } = await pool.list({}, token);
    expect(body).toEqual({ content: [], totalElements: 0 });
  });
});

describe('other roles', () => {
  test.each([
    ['an expert', 6],
    ['a plain user', 5],
    ['a system administrator', 2],
  ])('%s has no way into the pool', async (_, role) => {
    const { token } = await signedIn(server.db, { roleIds: [role] });
    const id = await pool.added();
    for (const endpoint of Object.values(api))
      expect((await server.call(endpoint as typeof api.read, { token, params: { id } })).status).toBe(403);
  });

  test('a supervisor reads and writes nothing', async () => {
    const { token } = await signedIn(server.db, { roleIds: [4] });
    const id = await pool.added();
    expect((await pool.read(id, token)).status).toBe(200);
    expect((await server.call(api.inspect, { token, params: { id } })).status).toBe(200);
    expect((await pool.create(pool.newExpert(), token)).status).toBe(403);
    expect(
      (await server.call(api.setEnabled, { token, body: { id, enabled: false, reason: '甲' } })).status,
    ).toBe(403);
  });
});
