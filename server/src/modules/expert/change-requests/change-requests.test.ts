import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expertPoolApi as api } from '@zhiping/shared/contracts/expert-pool.ts';
import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import { expertEnv, openPool } from '../../../../test/expert-helpers.ts';
import { createExpert } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/harness.ts';

let server: TestServer;
let pool: Awaited<ReturnType<typeof openPool>>;
beforeAll(async () => {
  server = await startTestServer(expertEnv);
  pool = await openPool(server);
});
afterAll(() => server.close());

describe('a confirmed expert', () => {
  const confirmed = async () => {
    const expert = await createExpert(server.db);
    await server.call(expertApi.confirm, { token: expert.token });
    const own = async () => (await server.call(expertApi.own, { token: expert.token })).body;
    const profile = async () => {
      const { subjects, ...rest } = await own();
      return { ...rest, subjects: subjects.map(({ path, keywords }) => ({ path, keywords })) };
    };
    const save = async (change: object) =>
      server.call(expertApi.saveOwn, {
        token: expert.token,
        body: { ...(await profile()), ...change } as never,
      });
    const waiting = async () => (await pool.read(expert.expertId)).body.changes;
    const decide = (changeId: number | undefined, decision: object = { approved: true }) =>
      server.call(api.decideChange, {
        token: pool.office.token,
        params: { id: expert.expertId },
        body: { changeId, ...decision } as never,
      });
    const withdraw = (changeId: number | undefined, token = expert.token) =>
      server.call(expertApi.withdrawChange, { token, params: { id: changeId as number } });
    return { ...expert, own, profile, save, waiting, decide, withdraw };
  };

  test('changes nothing directly: the office approves each part', async () => {
    const { expertId, own, save, waiting, decide } = await confirmed();
    expect(
      (await save({ titleName: '二级教授', subjects: [{ path: ['graduate', '07', '0701'] }] })).status,
    ).toBe(204);
    expect(await own()).toMatchObject({
      titleName: '教授',
      changes: [
        { part: 'subjects', status: 'waiting' },
        { part: 'basic', status: 'waiting' },
      ],
    });
    expect(await pool.ids({ changed: true })).toEqual([expertId]);
    const [basic, subjects] = await waiting();
    expect(basic?.fields).toEqual([
      { field: 'titleName', label: '职称名称', before: '教授', after: '二级教授' },
    ]);
    expect(subjects?.fields).toEqual([
      {
        field: 'subjects',
        label: '学科专业',
        before: '研究生学科专业目录 - 工学 - 计算机科学与技术（体系结构）',
        after: '研究生学科专业目录 - 理学 - 数学',
      },
    ]);
    // Changes by the office meanwhile are kept.
    await pool.update({ ...(await pool.writeOf(expertId)), department: '计算机系' });
    expect((await decide(basic?.id)).status).toBe(204);
    expect(await own()).toMatchObject({ titleName: '二级教授', department: '计算机系' });
    expect(await pool.ids({ changed: true })).toEqual([expertId]);
    expect((await decide(subjects?.id)).status).toBe(204);
    expect((await own()).changes.map(({ status }) => status)).toEqual(['approved', 'approved']);
    expect(await pool.ids({ subject: 'graduate/07' })).toContain(expertId);
    expect(await pool.ids({ changed: true })).toEqual([]);
  });

  test('has one part approved and another returned, and learns both', async () => {
    const { own, save, waiting, decide } = await confirmed();
    await save({ department: '新系', email: 'new@example.edu.cn' });
    const [unit, contact] = await waiting();
    expect((await decide(contact?.id)).status).toBe(204);
    expect((await decide(unit?.id, { approved: false })).error.errors?.[0]?.field).toBe('reason');
    expect((await decide(unit?.id, { approved: false, reason: '请附证明' })).status).toBe(204);
    const { department, email, changes } = await own();
    expect([department, email]).toEqual([null, 'new@example.edu.cn']);
    expect(changes.map(({ part, status, reason }) => ({ part, status, reason }))).toEqual([
      { part: 'contact', status: 'approved', reason: null },
      { part: 'unit', status: 'returned', reason: '请附证明' },
    ]);
    expect((await decide(unit?.id)).status).toBe(400);
  });

  const accountOf = (id: number) =>
    server.db
      .selectFrom('sys_user')
      .select(['phone', 'email', 'nick_name as name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  test('signs in with the phone that the office approved, and keeps what did not change', async () => {
    const { id, save, waiting, decide } = await confirmed();
    const before = await accountOf(id);
    await save({ phone: '18700000001' });
    expect(await accountOf(id)).toEqual(before);
    await decide((await waiting())[0]?.id);
    expect(await accountOf(id)).toEqual({ ...before, phone: '18700000001' });
    await save({ email: 'approved@example.org', name: '张四丰' });
    for (const { id: changeId } of await waiting()) await decide(changeId);
    expect(await accountOf(id)).toEqual({
      phone: '18700000001',
      email: 'approved@example.org',
      name: '张四丰',
    });
  });

  test('keeps the contact of the account if it has other roles too', async () => {
    const { id, save, waiting, decide } = await confirmed();
    await server.db.insertInto('user_role').values({ user_id: id, role_id: 3 }).execute();
    const before = await accountOf(id);
    await save({ phone: '18700000002' });
    expect((await decide((await waiting())[0]?.id)).status).toBe(204);
    expect(await accountOf(id)).toEqual(before);
  });

  test.each([
    ['phone', { phone: '18700000003' }, '手机号码'],
    ['email', { email: 'Taken@example.org' }, '邮箱'],
  ])('is not given a %s that another account has', async (field, changeRequest, label) => {
    const { id, own, save, waiting, decide } = await confirmed();
    const before = [await accountOf(id), (await own()).phone];
    await save(changeRequest);
    expect((await waiting())[0]?.can.approve).toBe(true);
    const { id: other } = await createExpert(server.db);
    await server.db
      .updateTable('sys_user')
      .set({ phone: '18700000003', email: 'taken@example.org' })
      .where('id', '=', other)
      .execute();
    const message = `${label}已被其他账号使用，请与专家核对后退回`;
    const [change] = await waiting();
    expect(change?.can).toEqual({ approve: message, return: true });
    const { status, error } = await decide(change?.id);
    expect([status, error.errors]).toEqual([400, [{ field, message }]]);
    expect([await accountOf(id), (await own()).phone]).toEqual(before);
    expect((await decide(change?.id, { approved: false, reason: '请核对' })).status).toBe(204);
    await server.db
      .updateTable('sys_user')
      .set({ phone: null, email: null })
      .where('id', '=', other)
      .execute();
  });

  test('sees an approval for a month', async () => {
    const { expertId, own, save, waiting, decide } = await confirmed();
    await save({ department: '新系' });
    await decide((await waiting())[0]?.id);
    const decided = (daysAgo: number) =>
      server.db
        .updateTable('expert_change')
        .set({ decided_at: new Date(Date.now() - daysAgo * 86_400_000) })
        .where('expert_id', '=', expertId)
        .execute();
    await decided(29);
    expect((await own()).changes).toHaveLength(1);
    await decided(31);
    expect((await own()).changes).toEqual([]);
  });

  test('changes one part without moving the other back in line', async () => {
    const { save, waiting } = await confirmed();
    await save({ department: '新系' });
    const [before] = await waiting();
    await save({ department: '新系', email: 'new@example.edu.cn' });
    expect(await waiting()).toMatchObject([{ id: before?.id, part: 'unit' }, { part: 'contact' }]);
  });

  test('withdraws a waiting change, only an own one and only once', async () => {
    const { expertId, own, save, waiting, decide, withdraw } = await confirmed();
    const other = await confirmed();
    await save({ department: '新系', email: 'kept@example.edu.cn' });
    const [unit, contact] = await waiting();
    expect((await withdraw(unit?.id, other.token)).status).toBe(404);
    expect((await server.call(expertApi.withdrawChange, { params: { id: unit?.id as number } })).status).toBe(
      401,
    );
    const { version } = await own();
    const { status, body } = await withdraw(unit?.id);
    expect([status, body.version]).toEqual([200, version + 1]);
    expect(body.changes.map(({ part }) => part)).toEqual(['contact']);
    expect((await withdraw(unit?.id)).error.message).toBe('这项变更目前为「已由专家撤回」，不能「撤回」');
    expect((await decide(unit?.id)).error.message).toBe('这项变更目前为「已由专家撤回」，不能「同意」');
    await decide(contact?.id);
    const late = await withdraw(contact?.id);
    expect([late.status, late.error.message]).toEqual([400, '这项变更目前为「已审核同意」，不能「撤回」']);
    expect(await pool.events(expertId)).toContain('expert.change_withdrawn');
  });

  test('cannot replace an own change request from an outdated page', async () => {
    const { token, own, profile, save } = await confirmed();
    const old = await profile();
    await save({ department: '甲系' });
    const late = await server.call(expertApi.saveOwn, {
      token,
      body: { ...old, department: '乙系' } as never,
    });
    expect([late.status, late.error.code]).toEqual([409, 'expert.changed']);
    expect((await own()).changes.map(({ form }) => form)).toEqual([{ department: '甲系' }]);
  });

  test('takes a change request back by asking for what is stored, and cannot get round the office by confirming again', async () => {
    const { token, own, profile, save } = await confirmed();
    await save({ department: '新系' });
    await save({ department: null });
    expect((await own()).changes).toEqual([]);
    await server.call(expertApi.confirm, {
      token,
      body: { ...(await profile()), department: '新系' } as never,
    });
    expect(await own()).toMatchObject({ department: null, changes: [{ status: 'waiting' }] });
  });

  test('with a newer request is not decided on the older one', async () => {
    const { save, waiting, decide } = await confirmed();
    await save({ department: '甲系' });
    const [change] = await waiting();
    await save({ department: '乙系' });
    expect((await decide(change?.id)).status).toBe(409);
  });
});
