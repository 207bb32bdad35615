import { beforeEach, describe, expect, test, vi } from 'vitest';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { drawResultApi as api } from '@zhiping/shared/contracts/draw-result.ts';
import { verifyDraw } from '@zhiping/shared/rules/draw/verify-draw.ts';
import { conflictsDone } from '../../../../test/conflict-helpers.ts';
import { withSecond } from '../../../../test/confirm-waiting.ts';
import { signedIn } from '../../../../test/factories.ts';
import { type TestServer, travellingClock } from '../../../../test/harness.ts';
import {
  drawableExperts,
  eligibleProjects,
  conductDraw,
  newDraw,
  newSecret,
  releaseDraw,
} from '../../../../test/review-helpers.ts';
import { publishedCycle } from '../../../../test/project-helpers.ts';
import { START, startWorld } from '../../../../test/worlds.ts';
import { sha256 } from '../../../platform/hash.ts';
import { patience } from '../../../../test/idle.ts';

const clock = travellingClock(START);
let server: TestServer;
let office: string;
let experts: Awaited<ReturnType<typeof drawableExperts>>;
let cycleId: number;
let id: number;
let projects: Awaited<ReturnType<typeof eligibleProjects>>;

beforeEach(async () => {
  clock.travelTo(START);
  ({ server, office, experts, cycleId, projects } = await startWorld('eligible', { clock }));
  return () => server.close();
});

const hold = async (plan: object = {}) => {
  id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false, ...plan } });
  await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
};
const files = async () => (await server.call(api.files, { token: office, query: { id } })).body.content;
const read = async () => (await server.call(api.read, { token: office, params: { id } })).body;
const why = async (projectId: number, expertId?: number) => {
  const asked = await server.call(api.startWhy, {
    token: office,
    params: { id },
    body: { projectId, ...(expertId && { expertId }) },
  });
  expect(asked.status, asked.error?.message).toBe(204);
  return vi.waitFor(async () => {
    const { body } = await server.call(api.why, { token: office, params: { id }, query: { projectId } });
    expect(body.why, body.run?.error ?? '').not.toBeNull();
    return { ...body.why!, taskId: body.run!.taskId };
  }, patience);
};
const solve = async (leaving?: number) => {
  const asked = await server.call(api.solve, {
    token: office,
    params: { id },
    query: leaving ? { leaving } : {},
  });
  expect(asked.status, asked.error?.message).toBe(204);
  return vi.waitFor(async () => {
    const { runs } = await read();
    expect(runs.solve?.state).toBe('done');
    return (await server.call(api.trial, { token: office, params: { id } })).body.trial!;
  }, patience);
};
const findings = async () => {
  const answer = await server.app.inject({
    url: `${API_BASE}/api/draw/${id}/record`,
    headers: { authorization: office },
  });
  return (await verifyDraw(answer.body, sha256)).findings;
};

describe('the explanation of a project’s experts', () => {
  test('gives each other expert a reason or an exact loss, computed once until facts change', async () => {
    const projectId = projects[0]!.id;
    await server.pool.query('update expert set enabled = false where id = $1', [experts[7]!.expertId]);
    await hold();
    const told = await why(projectId);
    const own = (await files()).find((one) => one.projectId === projectId)!.places;
    expect(new Set(told.places.map(({ expertId }) => expertId))).toEqual(
      new Set(own.map(({ expertId }) => expertId)),
    );
    expect(told.others).toHaveLength(5);
    const { refused, loss } = Object.groupBy(told.others, ({ kind }) => kind);
    expect(refused).toMatchObject([{ expertId: experts[7]!.expertId, words: '已停用或暂不能参加评审' }]);
    expect(loss).toHaveLength(4);
    for (const { words } of loss!) expect(words).toMatch(/^选他则总体(少|多) [\d.]+ 分$|^选他则总体不变$/);
    for (const { forAll, thisSlot, own: cost } of told.places) {
      expect(cost).toBeNull();
      // Experts may be worth the same by the chance of the draw.
      expect(forAll!.words).toMatch(/^总体(少 [\d.]+ 分|不变)$/);
      expect(forAll!.moved).toBeGreaterThan(0);
      expect(thisSlot!.words).toMatch(/^总体(少 [\d.]+ 分|不变)$/);
      // If all can move, the loss is never larger than in one assignment alone.
      const points = (words: string) => Number(/少 ([\d.]+) 分/.exec(words)?.[1] ?? 0);
      expect(points(forAll!.words)).toBeLessThanOrEqual(points(thisSlot!.words));
    }
    expect((await why(projectId)).taskId).toBe(told.taskId);
    const fixed = await server.call(api.fix, {
      token: office,
      params: { id },
      body: { projectIds: [projectId], isFixed: true },
    });
    expect(fixed.body.changed).toBe(3);
    const stale = await server.call(api.why, { token: office, params: { id }, query: { projectId } });
    expect(stale.body).toEqual({ run: null, why: null });
    expect((await why(projectId)).taskId).not.toBe(told.taskId);
  });

  test('after a manual change shows the cost of the new expert and the optimal choice', async () => {
    const projectId = projects[0]!.id;
    await hold();
    const before = await why(projectId);
    const other = before.others.find(({ kind, words }) => kind === 'loss' && /少/.test(words))!;
    const [place] = (await files()).find((one) => one.projectId === projectId)!.places;
    const changed = await server.call(assignmentApi.change, {
      token: office,
      params: { id: place!.assignmentId },
      body: { version: 0, expertId: other.expertId, reason: '研究方向更近' },
    });
    expect(changed.status, changed.error?.message).toBe(200);
    const after = await why(projectId);
    const came = after.places.find(({ expertId }) => expertId === other.expertId)!;
    expect(came.own).toBe(`人工换上，${other.words}`);
    expect(came.forAll!.words).toMatch(/^总体多 [\d.]+ 分$/);
    // Compared with the present result: if all can move, it is never worse than in one assignment alone, and equals the
    // result of solving.
    const gain = (words: string) => {
      const [, sign, points] = /^总体(多|少) ([\d.]+) 分$/.exec(words) ?? [null, '多', '0'];
      return sign === '多' ? Number(points) : -Number(points);
    };
    for (const { forAll, thisSlot } of after.places)
      expect(gain(forAll!.words)).toBeGreaterThanOrEqual(gain(thisSlot!.words));
    const staying = (await files())
      .find((one) => one.projectId === projectId)!
      .places.find(({ expertId }) => expertId !== other.expertId)!;
    const told = after.places.find(({ expertId }) => expertId === staying.expertId)!;
    const trial = await solve(staying.assignmentId);
    expect(trial.gain).toBe(told.forAll!.words);
    // Of two results that are equally good, one may move fewer.
    expect(trial.places).toBeGreaterThan(0);
    expect(after.others.find(({ expertId }) => expertId === place!.expertId)).toMatchObject({
      kind: 'chosen',
      words: '最优分配会选他',
    });
  });

  test('includes an expert on request, and after release compares with the best result', async () => {
    const projectId = projects[1]!.id;
    await hold();
    await releaseDraw(server, office, id);
    const told = await why(projectId);
    expect(told.places).toHaveLength(3);
    for (const { thisSlot } of told.places) expect(thisSlot!.words).toMatch(/^总体(少|不变)/);
    // An expert who joined the pool later and is not in the roster.
    const stranger = await drawableExperts(server, 1);
    const asked = await why(projectId, stranger[0]!.expertId);
    expect(asked.others).toEqual(told.others);
    expect(asked.taskId).not.toBe(told.taskId);
    await server.pool.query('update expert set accepted_at = null where id = $1', [stranger[0]!.expertId]);
  });

  test('after release names the actual next expert, never a former one', async () => {
    const [first, second] = projects;
    await hold();
    await server.pool.query(`update project set state = 'reported' where id = $1`, [second!.id]);
    await conflictsDone(server);
    await releaseDraw(server, office, id);
    const placesNow = async () => {
      const { body } = await server.call(assignmentApi.files, {
        token: office,
        query: { cycleId, projectId: first!.id },
      });
      return body.content[0]!.experts.filter(({ state }) => state === 'released');
    };
    for (const _ of [1, 2]) {
      const { places } = await why(first!.id);
      const [place] = await placesNow();
      const told = places.find(({ expertId }) => expertId === place!.expertId)!;
      // The vacancies of a returned project do not count.
      expect(told.forAll!.words).not.toContain('空缺');
      const { assignmentId, version } = place!;
      const asked = await server.call(assignmentApi.replace, {
        token: office,
        params: { id: assignmentId },
        body: { version, reason: '联系不上' },
      });
      const replaced = await withSecond(server, asked);
      expect(replaced.status, replaced.error?.message).toBeLessThan(300);
      expect((await placesNow()).map(({ name }) => name)).toContain(told.thisSlot!.name);
    }
    const { places } = await why(first!.id);
    expect(places).toHaveLength(3);
  });

  test('after release counts no vacancy for a manual expert outside the range of subjects', async () => {
    const [first, second] = projects;
    const far = experts.slice(4, 6).map(({ expertId }) => expertId);
    const setPath = (path: string) =>
      server.pool.query('update expert_subject set path = $2 where expert_id = any($1)', [far, path]);
    await server.pool.query('update expert set enabled = id = any($1)', [
      experts.slice(0, 6).map(({ expertId }) => expertId),
    ]);
    await setPath('{graduate,08,0835}');
    await hold({ widestRing: 1 });
    await releaseDraw(server, office, id);
    const { places: before } = (await files()).find(({ projectId }) => projectId === second!.id)!;
    for (const [at, expertId] of far.entries()) {
      const { assignmentId } = before[at]!;
      const asked = await server.call(assignmentApi.change, {
        token: office,
        params: { id: assignmentId },
        body: { version: 1, expertId, reason: '本学科人数不足' },
      });
      const changed = await withSecond(server, asked);
      expect(changed.status, changed.error?.message).toBe(204);
    }
    const { places } = await why(first!.id);
    expect(places.map(({ forAll }) => forAll!.words)).toEqual(
      places.map(() => expect.not.stringContaining('空缺')),
    );
    await setPath('{graduate,08,0812}');
  });

  test('of a draw by lot says that an expert was not drawn', async () => {
    await hold({ mode: 'draw' });
    const { others, places } = await why(projects[0]!.id);
    expect(places).toEqual([]);
    expect(others.map(({ kind, words }) => [kind, words])).toContainEqual(['undrawn', '可以评审，没有抽中']);
  });

  test('is refused for projects of other draws and to officers who apply in the cycle', async () => {
    await hold();
    const ask = (token: string, projectId: number) =>
      server.call(api.why, { token, params: { id }, query: { projectId } });
    const [foreign] = await eligibleProjects(server, await publishedCycle(server, office), 1);
    expect((await ask(office, foreign!.id)).status).toBe(404);
    const { id: userId, token } = await signedIn(server.db, { roleIds: [3] });
    await server.pool.query(
      `insert into applicant (user_id, person_id) select $1, person_id from project where id = $2
        on conflict (person_id) do update set user_id = excluded.user_id`,
      [userId, projects[0]!.id],
    );
    expect((await ask(token, projects[0]!.id)).status).toBe(404);
    expect((await ask(token, projects[1]!.id)).error?.code).toBe('draw.concerned');
  });
});

describe('solving again without one expert', () => {
  test('is tried, applied as one step that verifies, kept by later solving, and undone', async () => {
    await hold();
    const place = (await files())[0]!.places[0]!;
    const namesOf = async () => (await files())[0]!.places.map(({ name }) => name);
    const before = await namesOf();
    // Fixing does not keep the expert who must leave.
    await server.call(api.fix, { token: office, params: { id }, body: { isFixed: true } });
    const trial = await solve(place.assignmentId);
    expect(trial).toMatchObject({ leaving: place.name, after: { filled: 6, unfilled: 0 }, places: 1 });
    expect(trial.changes.map(({ out }) => out)).toContain(place.name);
    const applied = await server.call(api.apply, {
      token: office,
      params: { id },
      body: { taskId: trial.taskId, reason: '本人请辞' },
    });
    expect(applied.status, applied.error?.message).toBe(204);
    expect(await namesOf()).not.toContain(place.name);
    await server.call(api.fix, { token: office, params: { id }, body: { isFixed: false } });
    // Solving again later does not bring the expert back.
    const back = (await solve()).changes.filter(({ projectId }) => projectId === projects[0]!.id);
    expect(back.map((change) => change.in)).not.toContain(place.name);
    const told = await findings();
    expect(told.filter(({ isRight }) => !isRight)).toEqual([]);
    expect(told.map(({ what }) => what)).toContain(
      '第 1 次调整（重新求解，1 处）固定 5 处、换下 1 处，重新计算的结果一致',
    );
    const undone = await server.call(api.undo, {
      token: office,
      params: { id },
      body: { no: 1, reason: '本人同意评审' },
    });
    expect(undone.status, undone.error?.message).toBe(204);
    expect((await namesOf()).toSorted()).toEqual(before.toSorted());
    expect((await solve()).places).toBe(0);
  });

  test('is refused for an assignment of another draw or project', async () => {
    await hold();
    const answer = await server.call(api.solve, { token: office, params: { id }, query: { leaving: 1 } });
    expect(answer.status).toBe(404);
  });
});

test('pairs that conflicts kept apart are counted beside the result', async () => {
  await conflictsDone(server);
  await server.pool.query(
    `insert into conflict (cycle_id, project_id, expert_id, kind, pinned, pin_reason, pinned_at, evidence, source, computed_at)
      values ($1, $2, $3, 'declared', 'block', '师生', now(), '师生', 'office', now())`,
    [cycleId, projects[0]!.id, experts[0]!.expertId],
  );
  await hold();
  expect((await read()).avoided).toBe(1);
});

describe('vacancies', () => {
  test('are explained in the result, at the project and in a trial', async () => {
    await server.pool.query('update expert set enabled = id = any($1::bigint[])', [
      experts.slice(0, 2).map(({ expertId }) => expertId),
    ]);
    await hold();
    const words = /^学科 \d{4} [一-鿿]+ 需要 3 人次，能安排的 2 人次都已安排，再没有可用的专家，缺 1 人次$/;
    const { shortages } = await read();
    expect(shortages.length).toBeGreaterThan(0);
    expect(shortages.reduce((sum, { missing }) => sum + missing, 0)).toBe(2);
    for (const one of shortages) expect(one.words).toMatch(words);
    const { body: subjects } = await server.call(api.subjects, { token: office, params: { id } });
    expect(subjects).toMatchObject([{ files: 2, need: 6, filled: 4, load: { least: 2, mean: 2, most: 2 } }]);
    expect(subjects[0]!.name).toMatch(/[一-鿿]/);
    for (const { shortage } of await files()) expect(shortage).toMatch(words);
    expect((await solve()).shortages).toEqual(shortages);
  });

  test('of a draw by lot are listed only if no assignment could fill them', async () => {
    await hold({ mode: 'draw' });
    expect((await read()).shortages).toEqual([]);
  });
});
