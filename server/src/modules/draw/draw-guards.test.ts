import { beforeEach, describe, expect, test, vi } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { drawApi as api } from '@zhiping/shared/contracts/draw.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { abortWithTwo } from '../../../test/confirm-waiting.ts';
import { signedIn } from '../../../test/factories.ts';
import { requestOf, type TestServer, travellingClock } from '../../../test/harness.ts';
import {
  commitOf,
  type drawableExperts,
  type eligibleProjects,
  newDraw,
  newSecret,
  readDraw,
  releaseDraw,
} from '../../../test/review-helpers.ts';
import { ended, openRound, placesOf } from '../../../test/round-helpers.ts';
import { START, startWorld } from '../../../test/worlds.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { computeDrawKind } from './compute-draw.ts';
import { patience } from '../../../test/idle.ts';

/** Guards of draws: one account on both sides, parallel and repeated steps, changes between the steps. */

const clock = travellingClock(START);
let server: TestServer;
let office: string;
let second: string;
let supervisor: string;
let cycleId: number;
let projects: Awaited<ReturnType<typeof eligibleProjects>>;
let experts: Awaited<ReturnType<typeof drawableExperts>>;

beforeEach(async () => {
  clock.travelTo(START);
  ({ server, office, second, supervisor, experts, cycleId, projects } = await startWorld('eligible', {
    clock,
  }));
  return () => server.close();
});

const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const commit = (id: number, token: string, secret: string) =>
  server.call(api.commit, { token, params: { id }, body: { commit: commitOf(secret) } });
const freeze = (id: number, token = office) => server.call(api.freeze, { token, params: { id } });
const frozen = (id: number) => vi.waitFor(async () => expect((await freeze(id)).status).toBe(204), patience);
const open = (id: number, token: string, secret: string) =>
  server.call(api.open, { token, params: { id }, body: { secret } });
const abort = (id: number) => abortWithTwo(server, id, office, '方案有误');
const drawn = (id: number) =>
  vi.waitFor(async () => {
    const { state, problem } = await readDraw(server, office, id);
    expect(problem ?? state).toBe('drawn');
  }, patience);
const held = async () => (await placesOf(server, cycleId)).filter(({ state }) => !ended.includes(state));
const block = (project: number, expert: number) =>
  server.pool.query(
    `insert into conflict (cycle_id, project_id, expert_id, kind, pinned, pin_reason, pinned_at, evidence, source, computed_at)
      values ($1, $2, $3, 'declared', 'block', '师生', now(), '师生', 'office', now())`,
    [cycleId, project, expert],
  );

describe('the two sides', () => {
  test('are two accounts, even if one account has or gets both roles', async () => {
    const both = await signedIn(server.db, { roleIds: [3, 4] });
    const id = await newDraw(server, office, { cycleId });
    const [mine, other] = [newSecret(), newSecret()];
    expect((await commit(id, both.token, mine)).status).toBe(204);
    // An account with both roles acts for one side, and that side has committed.
    expect((await commit(id, both.token, other)).error?.code).toBe('draw.twice');
    await server.pool.query('delete from user_role where user_id = $1 and role_id = 3', [both.id]);
    const again = await commit(id, both.token, other);
    expect([again.status, again.error?.message]).toEqual([400, '双方的随机数须由不同的人提供']);
    expect((await commit(id, supervisor, other)).status).toBe(204);
    await frozen(id);
    // One account cannot open both numbers either.
    const opened = await open(id, both.token, other);
    expect([opened.status, opened.error?.message]).toEqual([400, '双方的随机数须由不同的人提供']);
    expect((await open(id, supervisor, other)).status).toBe(204);
    expect((await abort(id)).status).toBe(200);
  });

  test('commit once each in simultaneous calls, and equal numbers are refused', async () => {
    const id = await newDraw(server, office, { cycleId });
    const answers = await Promise.all([
      commit(id, office, newSecret()),
      commit(id, second, newSecret()),
      commit(id, office, newSecret()),
    ]);
    expect(statuses(answers)).toEqual([204, 400, 400]);
    await abort(id);
    const other = await newDraw(server, office, { cycleId });
    const same = newSecret();
    expect(
      statuses(await Promise.all([commit(other, office, same), commit(other, supervisor, same)])),
    ).toEqual([204, 400]);
    await abort(other);
  });

  test('cannot open, freeze or draw too early, not even in the database', async () => {
    const id = await newDraw(server, office, { cycleId });
    const secret = newSecret();
    await commit(id, office, secret);
    for (const answer of [
      await open(id, office, secret),
      await open(id, supervisor, secret),
      await freeze(id),
    ])
      expect(answer.status).toBe(400);
    for (const change of [
      `office_secret = '${secret}'`,
      `office_commit = null`,
      `office_by = 1`,
      `cycle_id = cycle_id + 1`,
      `no = no + 1`,
      `result = '{}', result_hash = 'x'`,
    ])
      await expect(
        server.pool.query(`update draw set ${change} where id = $1`, [id]),
        change,
      ).rejects.toThrow(/violates|cannot be written/);
    await abort(id);
  });
});

describe('a draw in simultaneous calls', () => {
  test('is frozen, opened, computed and released once', async () => {
    const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
    const secret = newSecret();
    await commit(id, office, secret);
    await vi.waitFor(async () => {
      const answers = await Promise.all([freeze(id), freeze(id, second), freeze(id)]);
      expect(statuses(answers)).toEqual([204, 400, 400]);
    }, patience);
    expect(statuses(await Promise.all([open(id, office, secret), open(id, second, secret)]))).toEqual([
      204, 400,
    ]);
    await drawn(id);
    const release = (token: string) => server.call(api.release, { token, params: { id } });
    expect(statuses(await Promise.all([release(office), release(second)]))).toEqual([200, 400]);
    const states = new Set((await placesOf(server, cycleId)).map(({ state }) => state));
    expect(states.size).toBe(1);
    const { rows } = await server.pool.query<{ event: string; count: number }>(
      `select event, count(*)::int from state_event where entity = 'draw' and entity_id = $1 group by 1`,
      [id],
    );
    expect(rows.every(({ count }) => count === 1)).toBe(true);
  });

  test('is released or aborted, never both', async () => {
    const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
    const secret = newSecret();
    await commit(id, office, secret);
    await frozen(id);
    await open(id, office, secret);
    await drawn(id);
    const asked = await server.call(api.abort, {
      token: office,
      params: { id },
      body: { reason: '方案有误' },
    });
    const [released, aborted] = await Promise.all([
      server.call(api.release, { token: second, params: { id } }),
      server.call(confirmationApi.confirm, {
        token: supervisor,
        params: { id: asked.body.confirmationId! },
        body: { note: null },
      }),
    ]);
    // Either call can come first.
    const isReleased = released.status === 200;
    expect([released.status, aborted.status]).toEqual(isReleased ? [200, 400] : [400, 204]);
    const { state } = await readDraw(server, office, id);
    expect(state).toBe(isReleased ? 'released' : 'aborted');
    expect((await held()).length > 0).toBe(isReleased);
  });

  test('is computed once by two nodes, and the second leaves no trace', async () => {
    const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
    const secret = newSecret();
    await commit(id, office, secret);
    await frozen(id);
    // The state between opening the number and the start of a computation; in addition the cycle is suspended.
    await server.pool.query('update draw set office_secret = $2 where id = $1', [id, secret]);
    await server.pool.query(`update cycle set suspended_reason = '核查' where id = $1`, [cycleId]);
    const kind = computeDrawKind({ db: server.db, clock });
    const task = { id: 0, payload: { id } } as never;
    const work = { task, signal: new AbortController().signal, progress: () => {} };
    const finishes = await Promise.all([kind.run(work), kind.run(work)]);
    const done = await Promise.allSettled(finishes.map((finish) => inTransaction(server.db, finish)));
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await inTransaction(server.db, (tx) => kind.ended!(tx, task, { ok: false, error: '结果已产生' }));
    expect(await readDraw(server, office, id)).toMatchObject({ state: 'drawn', problem: null });
    expect(await held()).toHaveLength(6);
    await expect(kind.run(work)).rejects.toThrow('抽取已不在等待计算');
    await server.pool.query('update cycle set suspended_reason = null where id = $1', [cycleId]);
    await releaseDraw(server, office, id);
  });
});

describe('between roster and result', () => {
  test('a pair with a new conflict is dropped with the reason, and the rest is drawn', async () => {
    const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
    const secret = newSecret();
    await commit(id, office, secret);
    await frozen(id);
    for (const { expertId } of experts) await block(projects[0]!.id, expertId);
    expect((await open(id, office, secret)).status).toBe(204);
    await drawn(id);
    const places = await placesOf(server, cycleId);
    expect(
      places
        .filter(({ project }) => project === projects[0]!.id)
        .map(({ state, reason }) => `${state} ${reason}`),
    ).toEqual(Array.from({ length: 3 }, () => 'dropped 名册冻结后出现回避情形'));
    expect(await held()).toHaveLength(3);
    await releaseDraw(server, office, id);
  });

  test('no assignment is added while the roster is frozen, and no expert gets a project twice', async () => {
    ({ cycleId, projects } = await openRound(server, office));
    const [place] = await held();
    await server.pool.query(`update assignment set state = 'declined' where id = $1`, [place!.id]);
    const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false, mode: 'optimise' } });
    const secret = newSecret();
    await commit(id, office, secret);
    await frozen(id);
    const add = (expertId?: number) =>
      server.call(assignmentApi.add, {
        token: office,
        body: { projectId: place!.project, expertId, reason: '补充' },
      });
    expect((await add()).error?.message).toBe('抽取名册已冻结，请在产生结果后再补充专家');
    // Assigns in the database, past the guards, the expert who is about to be drawn.
    const { rows } = await server.pool.query<{ roster: string }>('select roster from draw where id = $1', [
      id,
    ]);
    const waiting = (JSON.parse(rows[0]!.roster) as { files: { id: number; need: number }[] }).files;
    expect(waiting).toEqual([expect.objectContaining({ id: place!.project, need: 1 })]);
    const holders = (await held()).map((one) => (one.project === place!.project ? one.expert : 0));
    for (const { expertId } of experts.filter((one) => !holders.includes(one.expertId)))
      await server.pool.query(
        `insert into assignment (cycle_id, project_id, expert_id, slot, state, parts, released_at)
            values ($1, $2, $3, (select max(slot) + 1 from assignment where project_id = $2), 'released', '{}', now())`,
        [cycleId, place!.project, expertId],
      );
    expect((await open(id, office, secret)).status).toBe(204);
    await drawn(id);
    const pairs = (await held()).map(({ project, expert }) => `${project} ${expert}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    expect((await placesOf(server, cycleId)).at(-1)!.state).toMatch(/dropped|released/);
    await server.pool
      .query(`update assignment set parts = (select parts from assignment where parts <> '{}' limit 1)
      where parts = '{}'`);
    await abort(id);
  });
});

test('accounts without permission are refused by every call, and supervisors see no names', async () => {
  const id = await newDraw(server, office, { cycleId });
  const roles = {
    system: (await signedIn(server.db, { roleIds: [2] })).token,
    school: (await signedIn(server.db, { roleIds: [9] })).token,
    // An expert may read their own assignments by their number, so that must differ from the id of the draw.
    expert: experts.find(({ expertId }) => expertId !== id)!.token,
    applicant: projects[0]!.token,
    supervisor,
  };
  const may: Record<string, Endpoint[]> = {
    expert: [reviewApi.commitment, reviewApi.read, reviewApi.revisions, reviewApi.material].concat([
      reviewApi.download,
      reviewApi.commit,
      reviewApi.save,
      reviewApi.submit,
      reviewApi.move,
      reviewApi.reading,
      reviewApi.report,
      reviewApi.sheet,
      reviewApi.readSheet,
      reviewApi.askExtension,
    ] as never),
    supervisor: [
      api.list,
      api.read,
      api.standing,
      api.record,
      api.commit,
      api.open,
      api.abort,
      assignmentApi.summary,
    ],
  };
  const leaks: string[] = [];
  for (const [role, token] of Object.entries(roles))
    for (const endpoint of [api, assignmentApi, reviewApi].flatMap(
      (one) => Object.values(one) as Endpoint[],
    )) {
      const answer = await server.app.inject(
        requestOf(endpoint, {
          token,
          params: { id },
          query: { cycleId },
          body: endpoint.method === 'GET' ? undefined : {},
        }),
      );
      const isAllowed = may[role]?.includes(endpoint) ?? false;
      if ((answer.statusCode !== 403) !== isAllowed)
        leaks.push(`${role} ${endpoint.path} ${answer.statusCode}`);
      if (/专家\d号|慕容教书/.test(answer.body)) leaks.push(`${role} ${endpoint.path} tells a name`);
    }
  expect(leaks).toEqual([]);
  await abort(id);
});
