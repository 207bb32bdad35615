import { beforeEach, describe, expect, test, vi } from 'vitest';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { conflictApi } from '@zhiping/shared/contracts/conflict.ts';
import { drawApi as api } from '@zhiping/shared/contracts/draw.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { integrityApi } from '@zhiping/shared/contracts/integrity.ts';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import type { DrawRecord } from '@zhiping/shared/rules/draw/record.ts';
import { verifyDraw } from '@zhiping/shared/rules/draw/verify-draw.ts';
import { conflictsDone } from '../../../test/conflict-helpers.ts';
import { confirmWaiting } from '../../../test/confirm-waiting.ts';
import { findSchoolId, nextIdCard, signedIn } from '../../../test/factories.ts';
import { type TestServer, travellingClock } from '../../../test/harness.ts';
import { publishedCycle, withoutFiles } from '../../../test/project-helpers.ts';
import {
  commitOf,
  conductDraw,
  type drawableExperts,
  eligibleProjects,
  newDraw,
  newSecret,
  readDraw,
  releaseDraw,
} from '../../../test/review-helpers.ts';
import { placesOf } from '../../../test/round-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';
import { patience } from '../../../test/idle.ts';
import { sha256 } from '../../platform/hash.ts';

/**
 * Changes in the registers after a roster is frozen: they do not change the draw, and no flawed pair is released
 * unnoticed.
 */

const clock = travellingClock(START);
let server: TestServer;
let office: string;
let cycleId: number;
let projects: Awaited<ReturnType<typeof eligibleProjects>>;
let experts: Awaited<ReturnType<typeof drawableExperts>>;

beforeEach(async () => {
  clock.travelTo(START);
  ({ server, office, experts, cycleId, projects } = await startWorld('eligible', { clock }));
  return () => server.close();
});

const freeze = (id: number) => server.call(api.freeze, { token: office, params: { id } });
const release = (id: number) => server.call(api.release, { token: office, params: { id } });
const recordOf = async (id: number) =>
  (await server.app.inject({ url: `${API_BASE}/api/draw/${id}/record`, headers: { authorization: office } }))
    .body;
const flaggedOf = async (id: number) => {
  const { body } = await server.call(drawResultApi.files, { token: office, query: { id, size: 100 } });
  return body.content.flatMap(({ places }) =>
    places.flatMap(({ flaw, expertId }) => (flaw === null ? [] : [expertId])),
  );
};

/** Merges the school of an expert into the school of all applicants. */
const mergeSchoolOf = async (expertId: number) => {
  const { rows } = await server.pool.query<{ school_id: number }>(
    'select school_id from expert where id = $1',
    [expertId],
  );
  const merged = await server.call(schoolApi.merge, {
    token: office,
    body: { id: Number(rows[0]!.school_id), intoId: await findSchoolId(server.db, '天津大学') },
  });
  expect(merged.status, merged.error?.message).toBe(200);
};

/** Adds an integrity record about an expert. */
const putOnRecord = async (expertId: number) => {
  const idCard = nextIdCard();
  const put = (role: 'staff' | 'expert') =>
    server.call(integrityApi.create, {
      token: office,
      body: { name: '某人', idCard, role, since: '2026-03-01', reason: '泄露', basis: '决定 1 号' },
    });
  const { body } = await put('staff');
  await server.pool.query(
    `update expert set name = '某人', person_id = (select person_id from integrity_record where id = $1) where id = $2`,
    [body.id, expertId],
  );
  expect((await put('expert')).status).toBe(201);
  await confirmWaiting(server);
};

/** Blocks the computation of conflicts while `work` runs. */
const whileHeld = async (work: () => Promise<void>) => {
  const client = await server.pool.connect();
  await client.query('begin');
  await client.query(`select pg_advisory_xact_lock(hashtextextended('conflict', 0))`);
  try {
    await work();
  } finally {
    await client.query('commit');
    client.release();
  }
};

test('a running computation of conflicts prevents the release of a result', async () => {
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false, mode: 'optimise' } });
  const secret = newSecret();
  await conductDraw(server, id, [{ token: office, secret }]);
  // Six of eight experts are drawn, so at least one of these three is. Another test uses the last four.
  const own = [0, 2, 3].map((index) => experts[index]!.expertId);
  const drawn = (await placesOf(server, cycleId)).find(({ expert }) => own.includes(expert));
  await whileHeld(async () => {
    await mergeSchoolOf(drawn!.expert);
    const early = await release(id);
    expect([early.status, early.error?.message]).toEqual([400, '回避关系正在更新，请稍候']);
  });
  // All conflicts are computed again first.
  await vi.waitFor(async () => {
    const { error } = await release(id);
    expect(error?.message).toMatch(/^有 \d 处须先更换专家：/);
  }, patience);
  expect(new Set(await flaggedOf(id))).toEqual(new Set([drawn!.expert]));
});

test('no roster is frozen while all conflicts of the cycle are computed again', async () => {
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  await server.call(api.commit, { token: office, params: { id }, body: { commit: commitOf(newSecret()) } });
  await vi.waitFor(async () => {
    const { rows } = await server.pool.query('select from conflict_due');
    expect(rows).toHaveLength(0);
  }, patience);
  await whileHeld(async () => {
    await server.pool.query(
      `insert into task (kind, key, payload, due_at) values ('conflict.compute', $1, $2, '2026-09-10')`,
      [`conflict.compute:${cycleId}`, { cycleId }],
    );
    const early = await freeze(id);
    expect([early.status, early.error?.message]).toEqual([400, '回避关系正在更新，请稍候']);
  });
  await vi.waitFor(async () => expect((await freeze(id)).status).toBe(204), patience);
  await server.call(api.abort, { token: office, params: { id }, body: { reason: '方案有误' } });
});

test('a draw uses its frozen roster despite later changes of experts, and flags those experts', async () => {
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false, mode: 'optimise' } });
  const secret = newSecret();
  await server.call(api.commit, { token: office, params: { id }, body: { commit: commitOf(secret) } });
  await vi.waitFor(async () => expect((await freeze(id)).status).toBe(204), patience);
  const { rosterHash } = await readDraw(server, office, id);
  const [off, breached, merged, blocked] = experts.slice(-4).map(({ expertId }) => expertId);
  const disabled = await server.call(expertPoolApi.setEnabled, {
    token: office,
    body: { ids: [off!], enabled: false, reason: '停用' } as never,
  });
  expect(disabled.status, disabled.error?.message).toBe(204);
  await putOnRecord(breached!);
  await mergeSchoolOf(merged!);
  await server.pool.query(
    `insert into conflict (cycle_id, project_id, expert_id, kind, pinned, pin_reason, pinned_at, evidence, source, computed_at)
      values ($1, $2, $3, 'declared', 'block', '师生', now(), '师生', 'office', now())`,
    [cycleId, projects[0]!.id, blocked],
  );
  await server.pool.query(`update subject set enabled = false where professional_class_code = '0812'`);
  await server.pool.query(`update project set state = 'reported' where id = $1`, [projects[1]!.id]);

  const opened = await server.call(api.open, { token: office, params: { id }, body: { secret } });
  expect(opened.status, opened.error?.message).toBe(204);
  await vi.waitFor(async () => {
    const { state, problem } = await readDraw(server, office, id);
    expect(problem ?? state).toBe('drawn');
  }, patience);
  const text = await recordOf(id);
  const record = JSON.parse(text) as DrawRecord;
  expect([record.rosterHash, (await readDraw(server, office, id)).rosterHash]).toEqual([
    rosterHash,
    rosterHash,
  ]);
  expect(await verifyDraw(text, sha256)).toMatchObject({ isRight: true });
  // An expert with a conflict is left out or flagged, depending on which computation ends first. An expert who left the
  // pool is flagged. No other expert is.
  const isHit = ({ file, expert }: { file: number; expert: number }) =>
    [off, breached, merged].includes(expert) || (expert === blocked && file === projects[0]!.id);
  const hit = record.result.pairs.filter(isHit);
  expect(hit.length).toBeGreaterThan(0);
  // All assignments of the returned project are left out.
  const drawn = new Set(hit.flatMap(({ file, expert }) => (file === projects[0]!.id ? [expert] : [])));
  await vi.waitFor(async () => {
    const places = await placesOf(server, cycleId);
    const left = places
      .filter(({ state, project }) => state === 'dropped' && project === projects[0]!.id)
      .map(({ expert }) => expert);
    expect(new Set([...left, ...(await flaggedOf(id))])).toEqual(drawn);
  }, patience);
});

describe('before the release', () => {
  let id: number;
  beforeEach(async () => {
    id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false, mode: 'optimise' } });
    await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
  });

  const noOf = async (project: number) =>
    (await server.db.selectFrom('project').select('no').where('id', '=', project).executeTakeFirstOrThrow())
      .no!;
  const placesNow = async () => (await placesOf(server, cycleId)).filter(({ state }) => state === 'proposed');
  /** The number of flagged projects, which board, list and summary of the round must agree on. */
  const filesFlagged = async () => {
    const query = { cycleId, size: 100 };
    const { body } = await server.call(assignmentApi.files, { token: office, query });
    const told = body.content.filter(({ experts: own }) => own.some(({ isFlagged }) => isFlagged)).length;
    const list = await server.call(assignmentApi.files, {
      token: office,
      query: { ...query, mark: 'flagged' },
    });
    const summary = await server.call(assignmentApi.summary, { token: office, query: { cycleId } });
    const board = await server.call(reviewBoardApi.board, {
      token: office,
      query: { cycleId, by: 'school' },
    });
    expect([list.body.totalElements, summary.body.marks.flagged, board.body.marks.flagged]).toEqual([
      told,
      told,
      told,
    ]);
    return told;
  };
  const standingOf = async (token: string) =>
    (await server.call(api.standing, { token, params: { id } })).body.groups;
  /** The conflicts of changed experts are computed first. */
  const releaseWhenKnown = () =>
    vi.waitFor(async () => {
      const answer = await release(id);
      expect(answer.error?.code).not.toBe('draw.conflicts');
      return answer;
    }, patience);

  test('unavailable experts, ended terms and merged schools are reported by project and reason', async () => {
    const supervisor = (await signedIn(server.db, { roleIds: [4] })).token;
    const [first, second, third] = await placesNow();
    const no = await noOf(first!.project);
    const set = (change: string, expert: number) =>
      server.pool.query(`update expert set ${change} where id = $1`, [expert]);
    await server.pool.query(
      `insert into expert_unavailability (expert_id, from_day, to_day, reason) values ($1, '2026-09-01', '2026-09-20', '出国')`,
      [first!.expert],
    );
    await set(`term_ends_at = '2026-09-09'`, second!.expert);
    const refused = await releaseWhenKnown();
    expect(refused.status).toBe(400);
    expect(refused.error!.message).toMatch(/^有 \d 处须先更换专家：/);
    const told = await standingOf(supervisor);
    expect(told).toEqual(await standingOf(office));
    const replace = told.find(({ kind }) => kind === 'replace')!;
    expect(replace.named).toContainEqual({ no, reason: '暂不参加评审' });
    expect(replace.named).toContainEqual({ no, reason: '任期已满（至 2026-09-09）' });
    for (const one of replace.named) expect(refused.error!.message).toContain(`${one.no}（${one.reason}）`);
    expect((await readDraw(server, office, id)).can.release).toBe(refused.error!.message);
    expect(new Set(await flaggedOf(id))).toEqual(new Set([first!.expert, second!.expert]));
    const held = (await placesNow()).filter(({ expert }) => [first!.expert, second!.expert].includes(expert));
    expect(await filesFlagged()).toBe(new Set(held.map(({ project }) => project)).size);
    await server.pool.query('delete from expert_unavailability');
    await set(`term_ends_at = '2028-12-31'`, second!.expert);

    expect(await filesFlagged()).toBe(0);
    await set('max_load = 0', third!.expert);
    expect((await standingOf(office))[0]!.named[0]!.reason).toMatch(/^名额已满（/);
    await set('max_load = null', third!.expert);
    await set(`school_id = (select school_id from expert where id = ${third!.expert})`, second!.expert);
    expect((await releaseWhenKnown()).error!.message).toContain(`${no}（同一学校的专家有 2 人，最多 1 人）`);
  });

  test('returned projects are named before the release, left out by it, and both are recorded', async () => {
    const gone = projects[0]!.id;
    const no = await noOf(gone);
    await server.pool.query(`update project set state = 'reported' where id = $1`, [gone]);
    const left = { kind: 'gone', places: 3, named: [{ no, reason: '申报已不在送审范围' }], more: false };
    expect(await standingOf(office)).toEqual([left]);

    const { body } = await server.call(drawResultApi.files, { token: office, query: { id, kind: 'gone' } });
    expect(body.content).toMatchObject([{ projectId: gone, isGone: true }]);
    const answer = await releaseWhenKnown();
    expect(answer.body).toMatchObject({ released: { sent: 3, left } });
    const { steps, later } = await readDraw(server, office, id);
    expect(steps.at(-1)).toMatchObject({
      event: 'release',
      note: `3 处没有发出，申报已不在送审范围：${no}`,
    });
    expect(later!.count).toBe(1);
    const told = await verifyDraw(await recordOf(id), sha256);
    expect(told.findings.filter(({ isRight }) => !isRight)).toEqual([]);
    expect(told.findings.at(-1)!.what).toBe('第 1 次调整（名册冻结后不再成立，3 处）因情况有变没有发出');
    const { rows } = await server.pool.query(
      `select count(*)::int from audit_event where action = 'assignment.dropped' and detail ->> 'reason' = '申报已不在送审范围'
        and (detail ->> 'draw')::bigint = $1`,
      [id],
    );
    expect(rows).toEqual([{ count: 3 }]);
  });

  test('a failed computation of conflicts prevents the release; one of another cycle does not', async () => {
    await server.pool.query(
      `insert into conflict_run (cycle_id, problem) values ($1, '执行失败')
        on conflict (cycle_id) do update set problem = excluded.problem`,
      [cycleId],
    );
    await conflictsDone(server);
    const failed = await release(id);
    expect([failed.status, failed.error?.code, failed.error?.message]).toEqual([
      400,
      'draw.conflicts',
      '回避关系上次没有计算完成：执行失败。请先重新计算',
    ]);
    const { code, message } = failed.error!;
    expect((await readDraw(server, office, id)).waits).toEqual({ code, message });
    expect((await server.call(conflictApi.compute, { token: office, body: { cycleId } })).status).toBe(200);
    await conflictsDone(server);
    expect((await server.call(conflictApi.state, { token: office, query: { cycleId } })).body.problem).toBe(
      null,
    );
    const other = await publishedCycle(server, office, withoutFiles);
    const [stranger] = await eligibleProjects(server, other, 1);
    await conflictsDone(server);
    await whileHeld(async () => {
      await server.pool.query('insert into conflict_due (project_id) values ($1)', [stranger!.id]);
      expect((await release(id)).status).toBe(200);
    });
  });

  test('merged schools count as one when the rest is solved again, which makes the release possible', async () => {
    const [first] = await placesNow();
    const other = (await placesNow()).find(
      ({ project, expert }) => project === first!.project && expert !== first!.expert,
    );
    const { rows } = await server.pool.query<{ school_id: string }>(
      'select school_id from expert where id = any($1)',
      [[first!.expert, other!.expert]],
    );
    const [a, b] = rows.map(({ school_id }) => Number(school_id));
    const merged = await server.call(schoolApi.merge, { token: office, body: { id: a!, intoId: b! } });
    expect(merged.status, merged.error?.message).toBe(200);
    const refused = await releaseWhenKnown();
    expect(refused.error!.message).toContain('同一学校的专家有 2 人，最多 1 人');
    const asked = await server.call(drawResultApi.solve, { token: office, params: { id }, query: {} });
    expect(asked.status, asked.error?.message).toBe(204);
    const solve = await vi.waitFor(async () => {
      const { body } = await server.call(drawResultApi.read, { token: office, params: { id } });
      expect(body.runs.solve?.state).toBe('done');
      return body.runs.solve!;
    }, patience);
    const applied = await server.call(drawResultApi.apply, {
      token: office,
      params: { id },
      body: { taskId: solve.taskId, reason: '学校合并' },
    });
    expect(applied.status, applied.error?.message).toBe(204);
    await vi.waitFor(() => releaseDraw(server, office, id), patience);
    const told = await verifyDraw(await recordOf(id), sha256);
    expect(told.findings.filter(({ isRight }) => !isRight)).toEqual([]);
  });
});
