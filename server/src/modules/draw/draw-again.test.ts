import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import { standardPlan } from '@zhiping/shared/rules/draw/plan.ts';
import type { DrawRecord, Roster } from '@zhiping/shared/rules/draw/record.ts';
import { verifyDraw } from '@zhiping/shared/rules/draw/verify-draw.ts';
import { abortWithTwo } from '../../../test/confirm-waiting.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { publishedCycle, withoutFiles } from '../../../test/project-helpers.ts';
import {
  commitOf,
  drawableExperts,
  eligibleProjects,
  conductDraw,
  newDraw,
  newSecret,
  readDraw,
} from '../../../test/review-helpers.ts';
import { ended, openRound, placesOf } from '../../../test/round-helpers.ts';
import { patience } from '../../../test/idle.ts';
import { sha256 } from '../../platform/hash.ts';

/** Draws for projects with vacancies, and the cancellation and restart of a running computation. */

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let office: string;
beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  await drawableExperts(server, 8);
});
afterAll(() => server.close());

const held = async (cycleId: number) =>
  (await placesOf(server, cycleId)).filter(({ state }) => !ended.includes(state));

test('a project with a vacancy gets one more expert, and no former expert gets it again', async () => {
  const { cycleId } = await openRound(server, office);
  const [gone, ...rest] = await held(cycleId);
  const staying = rest.filter(({ project }) => project === gone!.project).map(({ expert }) => expert);
  await server.pool.query(`update assignment set state = 'declined' where id = $1`, [gone!.id]);
  // By rating, all former experts of the project would be preferred to the others.
  await server.pool.query('update expert set rating = 5 where id = any($1)', [[gone!.expert, ...staying]]);
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false, mode: 'optimise' } });
  await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
  await server.pool.query('update expert set rating = 3');
  const { body } = await server.app.inject({
    url: `${API_BASE}/api/draw/${id}/record`,
    headers: { authorization: office },
  });
  const { roster, result } = JSON.parse(body) as DrawRecord;
  expect(roster.files).toMatchObject([
    { id: gone!.project, need: 1, held: staying.toSorted((a, b) => a - b) },
  ]);
  expect(roster.conflicts).toContainEqual(
    expect.objectContaining({ file: gone!.project, expert: gone!.expert, severity: 'block' }),
  );
  expect(result).toMatchObject({ pairs: [{ file: gone!.project }], unfilled: 0 });
  expect([gone!.expert, ...staying]).not.toContain(result.pairs[0]!.expert);
  expect((await held(cycleId)).filter(({ project }) => project === gone!.project)).toHaveLength(3);
  expect((await verifyDraw(body, sha256)).findings.filter(({ isRight }) => !isRight)).toEqual([]);
});

/** Large enough to compute for some seconds. */
const largeRoster = (roster: Roster): Roster => {
  const [file] = roster.files;
  const [expert] = roster.experts;
  return {
    ...roster,
    files: Array.from({ length: 6000 }, (_, at) => ({ ...file!, id: at + 1, schoolId: null, need: 5 })),
    experts: Array.from({ length: 4000 }, (_, at) => ({ ...expert!, id: at + 1, schoolId: at, cap: 8 })),
    conflicts: [],
  };
};

test('a running computation is cancelled without a trace and can be started again', async () => {
  const post = (endpoint: typeof drawResultApi.compute, id: number) =>
    server.call(endpoint, { token: office, params: { id } });
  const newCycle = async () => {
    const cycleId = await publishedCycle(server, office, { ...withoutFiles, E5: { values: { days: 0 } } });
    await eligibleProjects(server, cycleId, 2);
    return cycleId;
  };
  const small = await newDraw(server, office, { cycleId: await newCycle(), plan: { isWitnessed: false } });
  await conductDraw(server, small, [{ token: office, secret: newSecret() }]);
  const { rows } = await server.pool.query<{ roster: string }>('select roster from draw where id = $1', [
    small,
  ]);
  const cycleId = await newCycle();
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  const secret = newSecret();
  const promised = { token: office, params: { id }, body: { commit: commitOf(secret) } };
  expect((await server.call(drawApi.commit, promised)).status).toBe(204);
  const plan = { ...standardPlan, isWitnessed: false };
  const roster = canonicalJson({ ...largeRoster(JSON.parse(rows[0]!.roster) as Roster), plan });
  await server.pool.query(`update draw set state = 'frozen', roster = $2, roster_hash = $3 where id = $1`, [
    id,
    roster,
    sha256(roster),
  ]);
  const cancelled = async () => {
    await vi.waitFor(
      async () => expect((await readDraw(server, office, id)).run?.state).toBe('running'),
      patience,
    );
    const cancel = () =>
      server.call(drawResultApi.cancel, { token: office, params: { id }, body: { kind: 'compute' } });
    const answers = await Promise.all([cancel(), cancel()]);
    expect(answers.map(({ status }) => status)).toContain(204);
    await vi.waitFor(
      async () =>
        expect(await readDraw(server, office, id)).toMatchObject({
          state: 'frozen',
          problem: '已取消',
          outcome: null,
          run: { state: 'failed', isCancelled: true, error: '已取消' },
        }),
      patience,
    );
    expect((await cancel()).error?.message).toBe('没有正在进行的计算');
    expect(await placesOf(server, cycleId)).toEqual([]);
    const { steps, seed } = await readDraw(server, office, id);
    expect([steps.filter(({ event }) => event === 'compute'), seed]).toEqual([[], null]);
  };
  expect((await server.call(drawApi.open, { token: office, params: { id }, body: { secret } })).status).toBe(
    204,
  );
  await cancelled();
  // A new request starts again, and the draw can be aborted while the computation runs.
  expect((await post(drawResultApi.compute, id)).status).toBe(204);
  await cancelled();
  expect((await post(drawResultApi.compute, id)).status).toBe(204);
  expect((await abortWithTwo(server, id, office, '方案有误')).status).toBe(200);
  await vi.waitFor(
    async () => expect((await readDraw(server, office, id)).run?.state).toBe('failed'),
    patience,
  );
  expect(await readDraw(server, office, id)).toMatchObject({ state: 'aborted', outcome: null });
  expect(await placesOf(server, cycleId)).toEqual([]);
});
