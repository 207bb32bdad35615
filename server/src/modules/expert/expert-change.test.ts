import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expertPoolApi as api } from '@zhiping/shared/contracts/expert-pool.ts';
import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import { expertEnv, openPool } from '../../../test/expert-helpers.ts';
import { createExpert } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

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
    return { ...expert, own, profile, save };
  };

  test('changes nothing by himself: the office approves', async () => {
    const { expertId, own, save } = await confirmed();
    expect(
      (await save({ titleName: '二级教授', subjects: [{ path: ['graduate', '07', '0701'] }] })).status,
    ).toBe(204);
    expect(await own()).toMatchObject({ titleName: '教授', change: { status: 'waiting' } });
    expect(await pool.ids({ changed: true })).toEqual([expertId]);
    const { change } = (await pool.read(expertId)).body;
    expect(change?.fields).toEqual([
      { field: 'titleName', label: '职称名称', before: '教授', after: '二级教授' },
      {
        field: 'subjects',
        label: '学科专业',
        before: '研究生学科专业目录 - 工学 - 计算机科学与技术（体系结构）',
        after: '研究生学科专业目录 - 理学 - 数学',
      },
    ]);
    // What the office mends meanwhile stays.
    await pool.update({ ...(await pool.writeOf(expertId)), department: '计算机系' });
    const { status } = await server.call(api.decideChange, {
      token: pool.office.token,
      params: { id: expertId },
      body: { changeId: change?.id as number, approved: true },
    });
    expect(status).toBe(204);
    expect(await own()).toMatchObject({ titleName: '二级教授', department: '计算机系', change: null });
    expect(await pool.ids({ subject: 'graduate/07' })).toContain(expertId);
    expect(await pool.ids({ changed: true })).toEqual([]);
  });

  test('learns why a change was returned', async () => {
    const { expertId, own, save } = await confirmed();
    await save({ department: '新系' });
    const { change } = (await pool.read(expertId)).body;
    const decide = (body: object) =>
      server.call(api.decideChange, {
        token: pool.office.token,
        params: { id: expertId },
        body: { changeId: change?.id, ...body } as never,
      });
    expect((await decide({ approved: false })).error.errors?.[0]?.field).toBe('reason');
    expect((await decide({ approved: false, reason: '请附证明' })).status).toBe(204);
    expect(await own()).toMatchObject({
      department: null,
      change: { status: 'returned', reason: '请附证明' },
    });
    expect((await decide({ approved: true })).status).toBe(400);
  });

  test('cannot replace his own wish from a page that did not know it', async () => {
    const { token, own, profile, save } = await confirmed();
    const old = await profile();
    await save({ department: '甲系' });
    const late = await server.call(expertApi.saveOwn, {
      token,
      body: { ...old, department: '乙系' } as never,
    });
    expect([late.status, late.error.code]).toEqual([409, 'expert.changed']);
    expect((await own()).change?.form).toEqual({ department: '甲系' });
  });

  test('takes a wish back by wishing for what is stored, and cannot get round the office by confirming again', async () => {
    const { token, own, profile, save } = await confirmed();
    await save({ department: '新系' });
    await save({ department: null });
    expect((await own()).change).toBeNull();
    await server.call(expertApi.confirm, {
      token,
      body: { ...(await profile()), department: '新系' } as never,
    });
    expect(await own()).toMatchObject({ department: null, change: { status: 'waiting' } });
  });

  test('is not decided about when he wished anew meanwhile', async () => {
    const { expertId, save } = await confirmed();
    await save({ department: '甲系' });
    const { change } = (await pool.read(expertId)).body;
    await save({ department: '乙系' });
    const { status } = await server.call(api.decideChange, {
      token: pool.office.token,
      params: { id: expertId },
      body: { changeId: change?.id as number, approved: true },
    });
    expect(status).toBe(409);
  });
});
