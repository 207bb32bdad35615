import { beforeEach, describe, expect, test, vi } from 'vitest';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { drawApi as api } from '@zhiping/shared/contracts/draw.ts';
import type { DrawRecord } from '@zhiping/shared/rules/draw/record.ts';
import { abortWithTwo } from '../../../test/confirm-waiting.ts';
import { conflictsDone } from '../../../test/conflict-helpers.ts';
import { type TestServer, travellingClock } from '../../../test/harness.ts';
import {
  commitOf,
  drawableExperts,
  type eligibleProjects,
  conductDraw,
  newDraw,
  newSecret,
  readDraw,
  releaseDraw,
} from '../../../test/review-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';
import { patience } from '../../../test/idle.ts';

const clock = travellingClock(START);
let server: TestServer;
let office: string;
let supervisor: string;
let cycleId: number;
let projects: Awaited<ReturnType<typeof eligibleProjects>>;

beforeEach(async () => {
  clock.travelTo(START);
  ({ server, office, supervisor, cycleId, projects } = await startWorld('eligible', { clock }));
  return () => server.close();
});

const recordOf = async (id: number) => {
  const answer = await server.app.inject({
    url: `${API_BASE}/api/draw/${id}/record`,
    headers: { authorization: office },
  });
  expect(answer.statusCode).toBe(200);
  return answer.body;
};

const assigned = async () =>
  (await server.call(assignmentApi.files, { token: office, query: { cycleId } })).body.content.map(
    ({ experts }) => experts.map(({ name }) => name),
  );

describe('a ceremony with a supervisor', () => {
  test('commits, freezes, opens and computes, and the record contains it all', async () => {
    const id = await newDraw(server, office, { cycleId });
    const [mine, supervisorSecret] = [newSecret(), newSecret()];
    await conductDraw(server, id, [
      { token: office, secret: mine },
      { token: supervisor, secret: supervisorSecret },
    ]);
    const draw = await readDraw(server, supervisor, id);
    expect(draw).toMatchObject({
      state: 'drawn',
      counts: { files: 2, places: 6 },
      outcome: { filled: 6, unfilled: 0 },
      office: { commit: commitOf(mine), secret: mine },
      supervisor: { commit: commitOf(supervisorSecret), secret: supervisorSecret },
    });
    expect(draw.steps.map(({ event }) => event)).toEqual([
      'commit',
      'commit',
      'freeze',
      'open',
      'open',
      'compute',
    ]);
    const listed = async (asked: number) =>
      (await server.call(api.list, { token: supervisor, query: { id: asked } })).body.content;
    expect([await listed(id), await listed(999_999)]).toMatchObject([[{ id, state: 'drawn' }], []]);
    const names = await assigned();
    expect(names.map((experts) => new Set(experts).size)).toEqual([3, 3]);
    const text = await recordOf(id);
    const record = JSON.parse(text) as DrawRecord;
    expect(record.result.pairs).toHaveLength(6);
    // The record contains no names of experts or applicants.
    expect(text).not.toMatch(/专家\d+号|慕容教书/);
  });

  test('goes step by step, each side once and with its own number', async () => {
    const id = await newDraw(server, office, { cycleId });
    const secret = newSecret();
    const commit = (token: string, value: string) =>
      server.call(api.commit, { token, params: { id }, body: { commit: value } });
    const freeze = () => server.call(api.freeze, { token: office, params: { id } });
    const open = (token: string, value: string) =>
      server.call(api.open, { token, params: { id }, body: { secret: value } });
    expect((await freeze()).error?.message).toBe('等待评审办、监督员提交承诺值');
    expect((await commit(office, commitOf(secret))).status).toBe(204);
    expect((await commit(office, commitOf(newSecret()))).error?.code).toBe('draw.twice');
    expect((await commit(supervisor, commitOf(secret))).error?.code).toBe('draw.same');
    expect((await open(office, secret)).error?.code).toBe('state.impossible');
    expect((await readDraw(server, office, id)).isCommitted).toBe(false);
    const supervisorSecret = newSecret();
    expect((await commit(supervisor, commitOf(supervisorSecret))).status).toBe(204);
    expect((await readDraw(server, office, id)).isCommitted).toBe(true);
    expect((await server.call(api.freeze, { token: supervisor, params: { id } })).status).toBe(403);
    await vi.waitFor(async () => expect((await freeze()).status).toBe(204), patience);
    expect((await open(supervisor, secret)).error?.code).toBe('draw.secret');
    // Numbers are hidden until they are opened.
    const draw = await readDraw(server, supervisor, id);
    expect([draw.office.secret, draw.supervisor.secret, draw.seed]).toEqual([null, null, null]);
    expect((await server.call(api.record, { token: supervisor, params: { id } })).error?.code).toBe(
      'draw.unfinished',
    );
  });

  test('keeps frozen values unchanged, also in the database', async () => {
    const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
    await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
    for (const column of ['roster', 'result', 'office_secret', 'office_commit'])
      await expect(server.pool.query(`update draw set ${column} = 'x' where id = $1`, [id])).rejects.toThrow(
        'cannot be written again',
      );
    await expect(server.pool.query('delete from draw where id = $1', [id])).rejects.toThrow(
      'cannot be changed or deleted',
    );
  });

  test('allows one open draw in a cycle, which is aborted with a reason', async () => {
    const id = await newDraw(server, office, { cycleId });
    const again = await server.call(api.create, {
      token: office,
      body: { cycleId, plan: { mode: 'draw', isWitnessed: false, noise: 0, reserves: 3 } },
    });
    expect(again.error?.errors?.[0]?.message).toBe('这个批次有抽取正在进行，请先完成或中止');
    const abort = (token: string) =>
      server.call(api.abort, { token, params: { id }, body: { reason: '随机数丢失' } });
    expect((await abort(supervisor)).status).toBe(200);
    expect((await readDraw(server, office, id)).steps.at(-1)).toMatchObject({
      event: 'abort',
      note: '随机数丢失',
    });
    await newDraw(server, office, { cycleId });
  });
});

test('shows both sides at every draw who aborted one when they could know its result', async () => {
  const [mine, other] = [newSecret(), newSecret()];
  const first = await newDraw(server, office, { cycleId });
  for (const [token, secret] of [
    [office, mine],
    [supervisor, other],
  ] as const)
    await server.call(api.commit, { token, params: { id: first }, body: { commit: commitOf(secret) } });
  await conflictsDone(server);
  expect((await server.call(api.freeze, { token: office, params: { id: first } })).status).toBe(204);
  const opened = { token: office, params: { id: first }, body: { secret: mine } };
  expect((await server.call(api.open, opened)).status).toBe(204);
  const abort = (id: number, token: string, reason: string) => abortWithTwo(server, id, token, reason);
  expect(
    (await server.call(api.abort, { token: supervisor, params: { id: first }, body: { reason: '独自' } }))
      .status,
  ).toBe(200);
  expect((await readDraw(server, office, first)).state).toBe('frozen');
  await server.pool.query(`update confirmation set state = 'withdrawn', answered_at = now()`);
  expect((await abort(first, supervisor, '临时有事')).status).toBe(200);
  const second = await newDraw(server, office, { cycleId });
  expect((await abort(second, office, '方案有误')).status).toBe(200);
  const third = await newDraw(server, office, { cycleId });
  for (const token of [office, supervisor])
    for (const id of [first, third])
      expect((await readDraw(server, token, id)).aborted).toMatchObject([
        {
          no: 1,
          by: expect.any(String) as string,
          after: '评审办公开随机数后、监督员公开前，当时无人能算出结果',
          reason: expect.stringMatching(/^临时有事（.+提出）$/) as string,
        },
        { no: 2, after: '名册冻结前', reason: '方案有误' },
      ]);
});

test('drops the result of an aborted draw, and another draw can start', async () => {
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
  const aborted = await abortWithTwo(server, id, office, '方案有误');
  expect(aborted.status, aborted.error?.message).toBe(200);
  const { rows } = await server.pool.query(
    'select state, ended_reason, count(*)::int from assignment where draw_id = $1 group by 1, 2',
    [id],
  );
  expect(rows).toEqual([
    { state: 'dropped', ended_reason: expect.stringContaining('抽取中止：方案有误'), count: 6 },
  ]);
  const again = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  await conductDraw(server, again, [{ token: office, secret: newSecret() }]);
});

test('two simultaneous releases release once, and each expert is notified once', async () => {
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false, mode: 'draw' } });
  await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
  const release = () => server.call(api.release, { token: office, params: { id } });
  const answers = await Promise.all([release(), release()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  const { rows } = await server.pool.query<{ state: string; count: number }>(
    'select state, count(*)::int from assignment where cycle_id = $1 group by state',
    [cycleId],
  );
  expect(rows).toEqual([{ state: 'released', count: 6 }]);
  const told = await server.pool.query<{ count: number }>(
    `select count(*)::int from notification where text like '请您评审%' and user_id in
      (select user_id from expert join assignment on expert.id = expert_id where cycle_id = $1)`,
    [cycleId],
  );
  const experts = await server.pool.query<{ count: number }>(
    'select count(distinct expert_id)::int from assignment where cycle_id = $1',
    [cycleId],
  );
  expect(told.rows[0]!.count).toBe(experts.rows[0]!.count);
  const states = await server.pool.query('select distinct state from project where cycle_id = $1', [cycleId]);
  expect(states.rows).toEqual([{ state: 'inExternalReview' }]);
});

test('a conflict found after the result prevents its release', async () => {
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
  const { rows } = await server.pool.query<{ id: string; project_id: string; expert_id: string }>(
    'select id, project_id, expert_id from assignment where draw_id = $1 limit 1',
    [id],
  );
  const pair = rows[0]!;
  await server.pool.query(
    `insert into conflict (cycle_id, project_id, expert_id, kind, severity, evidence, source, computed_at)
      values ($1, $2, $3, 'declared', 'block', '师生', 'office', now())`,
    [cycleId, pair.project_id, pair.expert_id],
  );
  const refused = await server.call(api.release, { token: office, params: { id } });
  expect(refused.error?.code).toBe('draw.flagged');
  // The database refuses it as well, independently of the server's checks.
  await expect(
    server.pool.query(`update assignment set state = 'released', released_at = now() where id = $1`, [
      pair.id,
    ]),
  ).rejects.toThrow('blocking conflict');
  const { body } = await server.call(assignmentApi.candidates, {
    token: office,
    query: { projectId: Number(pair.project_id), assignmentId: Number(pair.id) },
  });
  const next = body.find(({ denial }) => denial === null)!;
  const changed = await server.call(assignmentApi.change, {
    token: office,
    params: { id: Number(pair.id) },
    body: { version: 0, expertId: next.expertId, reason: '与申报人为师生' },
  });
  expect(changed.status, changed.error?.message).toBe(200);
  await releaseDraw(server, office, id);
});

test('applicants of the cycle and experts from the applicant’s school are never drawn', async () => {
  const { rows: people } = await server.pool.query<{ person_id: string }>(
    'select person_id from project where id = $1',
    [projects[0]!.id],
  );
  const [self] = await drawableExperts(server, 1);
  await server.pool.query('update expert set person_id = $1 where id = $2', [
    people[0]!.person_id,
    self!.expertId,
  ]);
  const own = (await drawableExperts(server, 1))[0]!;
  await server.pool.query(
    `update expert set school_id = (select id from dept where name = '天津大学') where id = $1`,
    [own.expertId],
  );
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false, mode: 'optimise' } });
  await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
  const { rows } = await server.pool.query<{ expert_id: string }>(
    'select expert_id from assignment where draw_id = $1',
    [id],
  );
  const drawn = rows.map(({ expert_id }) => Number(expert_id));
  expect(drawn).not.toContain(self!.expertId);
  expect(drawn).not.toContain(own.expertId);
  await server.pool.query('update expert set person_id = null where id = $1', [self!.expertId]);
});

test('a project returned meanwhile is not released, and a disabled expert prevents the release', async () => {
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
  const [gone, kept] = projects;
  await server.pool.query(`update project set state = 'reported' where id = $1`, [gone!.id]);
  const { rows } = await server.pool.query<{ expert_id: string }>(
    'select expert_id from assignment where draw_id = $1 and project_id = $2 limit 1',
    [id, kept!.id],
  );
  const setEnabled = (enabled: boolean) =>
    server.pool.query('update expert set enabled = $2 where id = $1', [rows[0]!.expert_id, enabled]);
  await setEnabled(false);
  await conflictsDone(server);
  const release = () => server.call(api.release, { token: office, params: { id } });
  expect((await release()).error?.code).toBe('draw.flagged');
  await setEnabled(true);
  // The expert changed, so their conflicts are computed again before the release.
  await vi.waitFor(async () => expect((await release()).status).toBe(200), patience);
  const states = await server.pool.query(
    'select distinct project_id::int as project, state from assignment where draw_id = $1 order by state',
    [id],
  );
  expect(states.rows).toEqual([
    { project: gone!.id, state: 'dropped' },
    { project: kept!.id, state: 'released' },
  ]);
});
