import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { canonicalJson } from '@zhiping/shared/rules/canonical-json.ts';
import type { DrawRecord } from '@zhiping/shared/rules/draw-record.ts';
import { standardPlan } from '@zhiping/shared/rules/draw-plan.ts';
import { verifyDraw } from '@zhiping/shared/rules/verify-draw.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { publishedCycle, withoutFiles } from '../../../test/project-helpers.ts';
import {
  drawableExperts,
  eligibleProjects,
  conductDraw,
  newDraw,
  newSecret,
} from '../../../test/review-helpers.ts';
import { sha256 } from './hash.ts';

/** What an office asks of a draw beyond the standard is part of its plan, its roster and its record. */

let server: TestServer;
let office: string;
let cycleId: number;
beforeAll(async () => {
  server = await startTestServer({
    clock: travellingClock(new Date('2026-09-10T10:00:00+08:00')),
    work: {},
  });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  await drawableExperts(server, 8);
  cycleId = await publishedCycle(server, office, { ...withoutFiles, E5: { values: { days: 0 } } });
  await eligibleProjects(server, cycleId, 2);
});
afterAll(() => server.close());

const recordOf = async (id: number) => {
  const answer = await server.app.inject({
    url: `${API_BASE}/api/draw/${id}/record`,
    headers: { authorization: office },
  });
  return JSON.parse(answer.body) as DrawRecord;
};
const wrongOf = async (record: DrawRecord) =>
  (await verifyDraw(canonicalJson(record), sha256)).findings
    .filter(({ isRight }) => !isRight)
    .map(({ what }) => what);

const asked = {
  similarity: 'pool',
  widestRing: 1,
  leastMatch: 40,
  isWorstRaised: true,
  leastLoad: 1,
} as const;

test('it reaches the computation, is verified, and is told where the record says otherwise', async () => {
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false, ...asked } });
  await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
  const record = await recordOf(id);
  const { plan, params, experts } = record.roster;
  expect(plan).toMatchObject(asked);
  expect(params).toMatchObject({
    similarity: 'pool',
    widestRing: 1,
    leastMatch: 40,
    isWorstRaised: true,
    hasFloors: true,
  });
  expect(new Set(experts.map(({ floor }) => floor))).toEqual(new Set([1]));
  // Eight experts share six places, so nobody has two.
  const { body } = await server.call(drawResultApi.read, { token: office, params: { id } });
  expect(body.figures.now.loads).toEqual([{ load: 1, experts: 6 }]);
  expect(await wrongOf(record)).toEqual([]);
  for (const [name, value] of [
    ['similarity', 'table'],
    ['widestRing', 2],
    ['leastMatch', 0],
    ['isWorstRaised', false],
    ['hasFloors', false],
  ] as const) {
    const roster = { ...record.roster, params: { ...params, [name]: value } };
    const rosterHash = sha256(canonicalJson(roster));
    expect(await wrongOf({ ...record, roster, rosterHash } as DrawRecord), name).toContain(
      '名册中的参数与抽取方案不符',
    );
  }
  await server.call(drawApi.abort, { token: office, params: { id }, body: { reason: '重抽' } });
});

test('a plan from before has the standard of what came later', async () => {
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  await server.pool.query(
    `update draw set plan = '{"mode": "drawOptimise", "isWitnessed": false, "noise": 10, "reserves": 3}' where id = $1`,
    [id],
  );
  await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
  const { body } = await server.call(drawApi.read, { token: office, params: { id } });
  expect(body.plan).toEqual({ ...standardPlan, isWitnessed: false });
  const record = await recordOf(id);
  expect(await wrongOf(record)).toEqual([]);
  // As records of earlier versions are: their rosters hold neither.
  const { isWorstRaised: _, ...params } = record.roster.params;
  const { mode, isWitnessed, noise, reserves } = record.roster.plan;
  const roster = { ...record.roster, params, plan: { mode, isWitnessed, noise, reserves } };
  expect(await wrongOf({ ...record, roster } as DrawRecord)).not.toContain('名册中的参数与抽取方案不符');
});

test.each([
  [{ leastMatch: 101 }, '最低匹配不能大于 100'],
  [{ leastLoad: -1 }, '每人最少份数不能小于 0'],
  [{ widestRing: 3 }, '学科范围不能大于 2'],
  [{ similarity: 'none' }, '请选择学科距离'],
])('%j is refused in words', async (wrong, words) => {
  const { status, error } = await server.call(drawApi.create, {
    token: office,
    body: { cycleId, plan: { ...standardPlan, ...wrong } } as never,
  });
  expect(status).toBe(400);
  expect(JSON.stringify(error)).toContain(words);
});
