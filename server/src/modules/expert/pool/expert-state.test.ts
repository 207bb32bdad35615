import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { expertPoolApi as api } from '@zhiping/shared/contracts/expert-pool.ts';
import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import { expertEnv, openPool } from '../../../../test/expert-helpers.ts';
import { createExpert, signedIn } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/harness.ts';
import { signIn } from '../../../../test/sign-in-helpers.ts';

let server: TestServer;
let pool: Awaited<ReturnType<typeof openPool>>;
beforeAll(async () => {
  server = await startTestServer(expertEnv);
  pool = await openPool(server);
});
afterAll(() => server.close());

describe('rating', () => {
  const rate = (body: object, token = pool.office.token) =>
    server.call(api.setRating, { token, body: body as never });

  test('keeps a history with reasons', async () => {
    const id = await pool.added();
    expect((await rate({ id, rating: 5, reason: '评审认真' })).status).toBe(204);
    expect((await rate({ ids: [id], rating: 0, reason: '逾期未评' })).status).toBe(204);
    const { body } = await pool.read(id);
    expect(body.rating).toBe(0);
    expect(body.ratingLog.map(({ from, to, reason }) => [from, to, reason])).toEqual([
      [5, 0, '逾期未评'],
      [3, 5, '评审认真'],
    ]);
    expect(await pool.events(id)).toEqual(['expert.created', 'expert.rated', 'expert.rated']);
  });

  test('keeps no identity number written into the reason', async () => {
    const id = await pool.added();
    await rate({ id, rating: 5, reason: '本人 110105197001020017 评审认真' });
    expect((await pool.read(id)).body.ratingLog[0]?.reason).toBe('本人 1101**********0017 评审认真');
  });

  test('cannot be rewritten', async () => {
    const id = await pool.added();
    await rate({ id, rating: 5, reason: '评审认真' });
    await expect(server.pool.query("update expert_rating_log set reason = 'x'")).rejects.toThrow(
      'expert_rating_log rows cannot be changed',
    );
    await expect(server.pool.query('delete from expert_rating_log')).rejects.toThrow(
      'expert_rating_log rows cannot be changed',
    );
  });

  test.each([
    [{ rating: 6, reason: '甲' }, 'rating'],
    [{ rating: -1, reason: '甲' }, 'rating'],
    [{ rating: 3, reason: ' ' }, 'reason'],
  ])('refuses %j', async (change, field) => {
    const { status, error } = await rate({ id: await pool.added(), ...change });
    expect([status, error.errors?.[0]?.field]).toEqual([400, field]);
  });

  test('is all or none for one call, and reports in the other', async () => {
    const id = await pool.added();
    expect((await rate({ ids: [id, 99_999_999], rating: 1, reason: '甲' })).status).toBe(404);
    expect((await pool.read(id)).body.rating).toBe(3);
    const { body } = await server.call(api.rateMany, {
      token: pool.office.token,
      body: { ids: [id, 99_999_999], rating: 1, reason: '甲' },
    });
    expect(body).toEqual({
      succeeded: 1,
      failed: [{ id: 99_999_999, name: '99999999', message: '专家不存在' }],
    });
    expect((await pool.read(id)).body.rating).toBe(1);
  });

  test('is not for experts and school officers, whatever else they are', async () => {
    const { rows } = await server.pool.query<{ id: number }>(
      `with r as (insert into role (name, level, data_scope) values ('全能', 3, '全部') returning id)
       , l as (insert into role_menu select r.id, m.id from r, menu m where m.permission like 'expert:%') select id from r`,
    );
    const all = rows[0]?.id as number;
    const id = await pool.added();
    for (const barred of [6, 9]) {
      const { token } = await signedIn(server.db, { roleIds: [all, barred] });
      expect((await rate({ id, rating: 5, reason: '甲' }, token)).status).toBe(403);
      expect((await pool.list({}, token)).body.content.every(({ rating }) => rating === null)).toBe(true);
    }
  });
});

describe('enabling and disabling', () => {
  test('ends sessions, closes the account and opens it again', async () => {
    const { token, expertId, username } = await createExpert(server.db);
    expect((await pool.switchTo(expertId, false)).status).toBe(204);
    expect((await server.call(authApi.info, { token })).status).toBe(401);
    const login = await signIn(server, { username });
    expect(login.error.message).toBe('账号未激活！');
    expect((await pool.switchTo(expertId, true)).status).toBe(204);
    expect((await signIn(server, { username })).status).toBe(200);
    const { body } = await pool.read(expertId);
    expect(body.statusLog.map(({ enabled, reason }) => [enabled, reason])).toEqual([
      [true, '核查'],
      [false, '核查'],
    ]);
  });

  test('does not open an account that an administrator had closed', async () => {
    const { expertId, username, id } = await createExpert(server.db);
    await server.db.updateTable('sys_user').set({ enabled: false }).where('id', '=', id).execute();
    await pool.switchTo(expertId, false);
    await pool.switchTo(expertId, true);
    expect((await signIn(server, { username })).error.message).toBe('账号未激活！');
  });

  test('many at once, with a report', async () => {
    const [one, two] = [await pool.added(), await pool.added()];
    const { body } = await server.call(api.enableMany, {
      token: pool.office.token,
      body: { ids: [one, two, 99_999_999], enabled: false, reason: '届满' },
    });
    expect([body.succeeded, body.failed.length]).toEqual([2, 1]);
    expect(await pool.ids({ enabled: false })).toEqual(expect.arrayContaining([one, two]));
  });
});

describe('deleting', () => {
  const remove = (listed: number[], token = pool.office.token) =>
    server.call(api.remove, { token, body: listed });

  test('takes account and person along', async () => {
    const expert = pool.newExpert();
    const { body } = await pool.create(expert);
    expect((await remove([body.id])).body).toEqual({ succeeded: 1, failed: [] });
    expect((await pool.read(body.id)).status).toBe(404);
    const { rows } = await server.pool.query('select from sys_user where phone = $1', [expert.phone]);
    expect(rows).toEqual([]);
    expect((await pool.create({ ...pool.newExpert(), idCard: expert.idCard })).status).toBe(201);
  });

  test('is refused with a history', async () => {
    const rated = await pool.added();
    await server.call(api.setRating, {
      token: pool.office.token,
      body: { id: rated, rating: 4, reason: '甲' },
    });
    const confirmed = await createExpert(server.db);
    await server.call(expertApi.confirm, { token: confirmed.token });
    const free = await pool.added();
    const { body } = await remove([rated, confirmed.expertId, free]);
    expect(body.succeeded).toBe(1);
    expect(body.failed.map(({ id }) => id)).toEqual([rated, confirmed.expertId].toSorted((a, b) => a - b));
    expect((await remove([rated])).error.message).toContain('请改为停用');
  });
});

describe('the identity number', () => {
  test('is read in full with its own permission, and that is recorded without the number', async () => {
    const expert = pool.newExpert();
    const { body } = await pool.create(expert);
    const params = { id: body.id };
    expect((await server.call(api.identity, { token: pool.office.token, params })).body).toEqual({
      idCard: expert.idCard,
    });
    const { rows } = await server.pool.query(
      "select actor_id, detail from audit_event where action = 'expert.identity_read' and entity_id = $1",
      [String(body.id)],
    );
    expect(rows).toEqual([{ actor_id: pool.office.id, detail: {} }]);
    expect((await server.call(api.identity, { token: pool.school.token, params })).status).toBe(403);
    const supervisor = await signedIn(server.db, { roleIds: [4] });
    expect((await server.call(api.identity, { token: supervisor.token, params })).status).toBe(403);
  });

  test('stands nowhere in the database as it is', async () => {
    const expert = pool.newExpert();
    await pool.create(expert);
    const { rows: tables } = await server.pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    for (const { name } of tables) {
      const { rows } = await server.pool.query(`select from "${name}" as row where row::text like $1`, [
        `%${expert.idCard}%`,
      ]);
      expect(rows, name).toEqual([]);
    }
  });
});
