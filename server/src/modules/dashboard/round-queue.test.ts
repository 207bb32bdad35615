import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { publishedCycle, withoutFiles } from '../../../test/project-helpers.ts';
import {
  drawableExperts,
  eligibleProjects,
  conductDraw,
  newDraw,
  newSecret,
  releaseDraw,
} from '../../../test/review-helpers.ts';
import { conflictsDone } from '../../../test/conflict-helpers.ts';
import { closeRound, placesOf, submitAll } from '../../../test/round-helpers.ts';

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
});
afterAll(() => server.close());

test('each step of a round waits on the start page of those who take it, and of no others', async () => {
  const tokenOf = async (roleId: number, deptId?: number) =>
    (await signedIn(server.db, { roleIds: [roleId], ...(deptId && { deptId }) })).token;
  const [office, supervisor, system] = [await tokenOf(3), await tokenOf(4), await tokenOf(2)];
  const school = await tokenOf(9, await findSchoolId(server.db, '天津大学'));
  const work = async (token: string) => {
    const { queues } = (await server.call(dashboardApi.read, { token })).body;
    return queues.find(({ code }) => code === 'rounds')?.rows.map(({ name }) => name) ?? [];
  };
  /** The next step of the only cycle. */
  const expectNext = async (words: RegExp, to: string) => {
    for (const [token, isOffice] of [
      [office, true],
      [school, false],
    ] as const) {
      const { queues } = (await server.call(dashboardApi.read, { token })).body;
      const found = queues.find(({ code }) => code === 'cycles');
      if (!isOffice) expect(found).toBeUndefined();
      else expect(found).toMatchObject({ total: 1, rows: [{ note: expect.stringMatching(words), to }] });
    }
  };
  const expectWork = async (ofOffice: string[], ofSupervisor: string[] = []) =>
    expect([await work(office), await work(supervisor), await work(school), await work(system)]).toEqual([
      ofOffice,
      ofSupervisor,
      [],
      [],
    ]);

  await expectWork([]);
  const experts = await drawableExperts(server, 8);
  const cycleId = await publishedCycle(server, office, { ...withoutFiles, E5: { values: { days: 0 } } });
  await eligibleProjects(server, cycleId, 2);
  await expectWork(['待抽取专家 2 份']);
  await expectNext(/^抽取专家/, `/review/draw?cycleId=${cycleId}`);

  const drawId = await newDraw(server, office, { cycleId, plan: { isWitnessed: true } });
  await expectWork(['待您提交抽取承诺值', '待抽取专家 2 份'], ['待您提交抽取承诺值']);
  await conductDraw(server, drawId, [
    { token: office, secret: newSecret() },
    { token: supervisor, secret: newSecret() },
  ]);
  await expectWork(['待发布抽取结果']);
  const failed = (problem: string | null) =>
    server.pool.query('update conflict_run set problem = $2 where cycle_id = $1', [cycleId, problem]);
  await server.pool.query('insert into conflict_run (cycle_id) values ($1) on conflict do nothing', [
    cycleId,
  ]);
  await failed('执行失败');
  // A release is not possible before.
  await expectWork(['回避没有计算完成，请重新计算']);
  await failed(null);
  const [first] = await placesOf(server, cycleId);
  const rate = (rating: number) =>
    server.pool.query('update expert set rating = $2 where id = $1', [first!.expert, rating]);
  const own = (await placesOf(server, cycleId)).filter(({ expert }) => expert === first!.expert);
  await rate(0);
  await conflictsDone(server);
  await expectWork([`抽取结果有 ${own.length} 处须先更换`]);
  await rate(3);
  await conflictsDone(server);
  await releaseDraw(server, office, drawId);
  await expectWork([]);
  await expectNext(/^专家评审，截止/, `/review/progress?cycleId=${cycleId}`);

  await submitAll(server, experts, cycleId);
  await expectWork(['可以结束送审']);
  expect((await closeRound(server, office, cycleId)).status).toBe(204);
  await expectWork(['可以公布结果']);
  await expectNext(/^核对送审结果后公布$/, `/review/assignment?cycleId=${cycleId}`);
  await server.call(assignmentApi.publish, { token: office, body: { cycleId } });
  await expectWork([]);
  await expectNext(/^送审结果已公布/, `/review/cycle?edit=${cycleId}`);
});
