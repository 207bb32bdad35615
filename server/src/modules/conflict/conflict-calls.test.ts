import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conflictApi as api } from '@zhiping/shared/contracts/conflict.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { conflictsDone, findComputed, isBlocked } from '../../../test/conflict-helpers.ts';
import { createExpert, createRole, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { completeProject, newApplicant, publishedCycle, submit } from '../../../test/project-helpers.ts';
import { COMPUTE_KIND } from './compute-conflicts.ts';

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let token: string;
let cycleId: number;
let projectId: number;
let expertId: number;
let farId: number;
let second: string;

const rows = async (query: Record<string, unknown> = {}, as = token) => {
  const { status, body, error } = await server.call(api.list, { token: as, query: { cycleId, ...query } });
  expect(status, JSON.stringify(error)).toBe(200);
  return body.content;
};
const ofPair = async (expert: number) => (await rows({ expertId: expert, projectId }))[0]!;
const pin = (id: number, pinned: string, reason = '已核实') =>
  server.call(api.pin, { token, params: { id }, body: { pinned, reason } });
/** Two persons lift a conflict that blocks. */
const lift = async (id: number, pinned: 'warn' | 'none' | null, reason = '已核实') => {
  const asked = await server.call(api.lift, { token, params: { id }, body: { pinned, reason } });
  expect(asked.status, asked.error?.message).toBe(201);
  const params = { id: asked.body.id };
  return server.call(confirmationApi.confirm, { token: second, params, body: { note: null } });
};
const unpin = (id: number) => server.call(api.unpin, { token, params: { id }, body: { reason: '判错了' } });
/** A pair that a person alone ruled out. */
const rulesOut = async () => {
  const { rows: added } = await server.pool.query<{ id: number }>(
    `insert into conflict (cycle_id, project_id, expert_id, kind, evidence, source, pinned, pin_reason, pinned_by, pinned_at, computed_at)
      values ($1, $2, $3, 'declared', '举报', 'office', 'block', '核实', 1, now(), now()) returning id`,
    [cycleId, projectId, farId],
  );
  return { id: Number(added[0]!.id) };
};
const compute = async () => {
  const answer = await server.call(api.compute, { token, body: { cycleId } });
  if (answer.status === 200) await conflictsDone(server);
  return answer;
};
const stateOf = async () => (await server.call(api.state, { token, query: { cycleId } })).body;

beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  const applicant = await newApplicant(server, '天津大学');
  token = applicant.office;
  second = (await signedIn(server.db, { roleIds: [3] })).token;
  ({ expertId } = await createExpert(server.db, { name: '同校专家', school: '天津大学' }));
  ({ expertId: farId } = await createExpert(server.db, { name: '远方专家', school: '清华大学' }));
  cycleId = await publishedCycle(server, token);
  projectId = await completeProject(server, applicant, cycleId);
  await submit(server, applicant.token, projectId);
  await conflictsDone(server);
});
afterAll(() => server.close());

test('the list shows both sides, the reason and its source', async () => {
  expect(await rows()).toMatchObject([
    {
      projectId,
      applicantName: expect.any(String),
      schoolName: '天津大学',
      expertId,
      expertName: '同校专家',
      expertUnit: '天津大学',
      kind: 'sameUnit',
      effective: 'block',
      source: 'register',
      can: { pin: true },
    },
  ]);
  expect((await rows())[0]!.evidence).toMatch(
    /^专家同校专家.*与申报人.*现同在天津大学，同单位的专家应当回避$/,
  );
});

test.each([
  [{ kind: 'sameUnit' }, 1],
  [{ kind: 'request' }, 0],
  [{ effective: 'warn' }, 0],
  [{ pinned: true }, 0],
  [{ pinned: false }, 1],
  [{ blurry: '同校' }, 1],
  [{ blurry: 'tongxiao' }, 1],
  [{ blurry: '没有这人' }, 0],
  [{ schoolId: 1 }, 0],
])('the filter %j finds %i', async (filter, count) => {
  expect(await rows(filter)).toHaveLength(count);
});

describe('a decision of a person', () => {
  test('holds in the database at once, with its reason and its author', async () => {
    const { id } = await ofPair(expertId);
    expect((await pin(id, 'none')).error?.code).toBe('conflict.second');
    expect(await isBlocked(server, projectId, expertId)).toBe(true);
    expect((await lift(id, 'none')).status).toBe(204);
    expect(await ofPair(expertId)).toMatchObject({
      severity: 'block',
      effective: 'none',
      pinned: 'none',
      pinReason: '已核实',
      pinnedBy: expect.stringMatching(/^.+提出、.+复核$/),
      can: { pin: true, unpin: true },
    });
    expect(await isBlocked(server, projectId, expertId)).toBe(false);
  });

  test('outlives a whole computation, and that nothing speaks for it any more', async () => {
    expect((await compute()).status).toBe(200);
    expect(await ofPair(expertId)).toMatchObject({ effective: 'none', severity: 'block' });
    // Registered there by mistake, so that no former unit stays.
    await server.db.transaction().execute(async (tx) => {
      await sql`update expert set school_id = (select school_id from expert where id = ${farId})
        where id = ${expertId}`.execute(tx);
      await sql`delete from expert_former_unit`.execute(tx);
    });
    await conflictsDone(server);
    expect(await ofPair(expertId)).toMatchObject({ effective: 'none', severity: null, pinned: 'none' });
  });

  test('taken back where nothing speaks for it, the conflict is gone', async () => {
    const { id } = await ofPair(expertId);
    expect((await unpin(id)).status).toBe(204);
    expect(await rows()).toEqual([]);
    expect((await unpin(id)).status).toBe(404);
  });

  test('leaves its trace', async () => {
    const events = await server.db
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('entity', '=', 'conflict')
      .orderBy('seq')
      .execute();
    expect(events.map(({ action }) => action)).toEqual([
      'confirmation.asked',
      'confirmation.confirmed',
      'conflict.pinned',
      'conflict.unpinned',
    ]);
    expect(events[2]!.detail).toMatchObject({ projectId, expertId, pinned: 'none', reason: '已核实' });
  });

  test('that was taken by a person is lifted by two, too, and not once the facts have changed', async () => {
    const { id } = await rulesOut();
    const asked = await server.call(api.lift, {
      token,
      params: { id },
      body: { pinned: null, reason: '判错了' },
    });
    expect((await unpin(id)).error?.code).toBe('conflict.second');
    await server.pool.query(`update conflict set severity = 'warn' where id = $1`, [id]);
    const params = { id: asked.body.id };
    const answer = await server.call(confirmationApi.confirm, {
      token: second,
      params,
      body: { note: null },
    });
    expect(answer.error?.code).toBe('confirmation.changed');
    await server.pool.query('delete from conflict where id = $1', [id]);
  });

  test('needs a reason, and one of the words', async () => {
    const body = (change: object) =>
      server.call(api.pin, { token, params: { id: 1 }, body: { pinned: 'none', reason: '好', ...change } });
    expect((await body({ reason: ' ' })).status).toBe(400);
    expect((await body({ pinned: 'maybe' })).status).toBe(400);
    expect((await body({})).status).toBe(404);
  });
});

describe('a relation that the office declares', () => {
  let relationId: number;

  test('rules the expert out at once', async () => {
    const { name } = (await server.call(api.project, { token, params: { id: projectId } })).body;
    const { status, body, error } = await server.call(api.declare, {
      token,
      body: { expertId: farId, kind: 'relative', name, unit: '天津大学', reason: '配偶' },
    });
    expect(status, JSON.stringify(error)).toBe(201);
    relationId = body.id;
    await conflictsDone(server);
    expect(await findComputed(server, projectId, farId)).toEqual(['relative block']);
    expect((await ofPair(farId)).evidence).toContain('亲属关系（配偶）');
    const detail = await server.call(api.expert, { token, params: { id: farId } });
    expect(detail.body).toMatchObject({ counts: { block: 1, warn: 0 }, relations: [{ kind: 'relative' }] });
  });

  test('goes with it once two persons have lifted it', async () => {
    const remove = () => server.call(api.removeRelation, { token, body: [relationId] });
    expect((await remove()).error?.code).toBe('relation.blocking');
    expect((await lift((await ofPair(farId)).id, 'none')).status).toBe(204);
    expect((await remove()).status).toBe(200);
    await conflictsDone(server);
    expect((await unpin((await ofPair(farId)).id)).status).toBe(204);
    expect(await findComputed(server, projectId, farId)).toEqual([]);
  });

  test.each([
    [{ kind: 'unit', name: '某人', unit: '天津大学' }, 'name'],
    [{ kind: 'unit', unit: null }, 'unit'],
    [{ kind: 'relative', name: null }, 'name'],
    [{ kind: 'relative', name: '张三', reason: '' }, 'reason'],
    [{ kind: 'relative', name: '张三', expertId: 999_999 }, 'expertId'],
  ])('is refused as %j', async (change, field) => {
    const answer = await server.call(api.declare, {
      token,
      body: { expertId: farId, name: null, unit: null, reason: '亲属', ...change } as never,
    });
    expect([answer.status, answer.error.errors?.[0]?.field]).toEqual([400, field]);
  });
});

test('an expert who is registered elsewhere stays away from the projects of the former school', async () => {
  const { rows: schools } = await server.pool.query<{ id: number; far: number }>(
    `select school_id::int as id, (select school_id::int from expert where id = $2) as far from project where id = $1`,
    [projectId, farId],
  );
  const { id, far } = schools[0]!;
  const { expertId: moving } = await createExpert(server.db, { name: '调动专家', school: '天津大学' });
  await conflictsDone(server);
  const move = (to: number) =>
    server.pool.query('update expert set school_id = $2 where id = $1', [moving, to]);
  for (const to of [far, id, far]) {
    await move(to);
    await conflictsDone(server);
    expect(await isBlocked(server, projectId, moving), `registered at ${to}`).toBe(true);
  }
  await server.pool.query(`update expert_former_unit set left_on = '2000-01-01'`);
  await compute();
  expect(await isBlocked(server, projectId, moving)).toBe(false);
});

describe('an expert who applies', () => {
  test('reviews nothing in the cycle, least of all their own project, and no pin changes that', async () => {
    await server.db
      .updateTable('expert')
      .set(({ selectFrom }) => ({
        person_id: selectFrom('project').select('person_id').where('id', '=', projectId),
      }))
      .where('id', '=', farId)
      .execute();
    await conflictsDone(server);
    const own = await ofPair(farId);
    expect(own).toMatchObject({
      kind: 'self',
      effective: 'block',
      can: { pin: expect.stringContaining('本人') },
    });
    expect((await pin(own.id, 'none')).status).toBe(400);
    expect((await pin(own.id, 'warn')).status).toBe(400);
    expect(await isBlocked(server, projectId, farId)).toBe(true);
    const another = await completeProject(server, await newApplicant(server, '南开大学'), cycleId);
    expect(await isBlocked(server, another, farId)).toBe(true);
    expect((await stateOf()).applying).toEqual([{ id: farId, name: '远方专家' }]);
  });

  test('past the program the database refuses it too', async () => {
    const { id } = await ofPair(farId);
    await expect(
      sql`update conflict set pinned = 'none', pin_reason = '无', pinned_at = now() where id = ${id}`.execute(
        server.db,
      ),
    ).rejects.toThrow(/check constraint/);
  });
});

describe('a whole computation', () => {
  test('shows its time', async () => {
    expect(await stateOf()).toMatchObject({
      computedAt: '2026-09-10 10:00:00',
      isOutdated: false,
      projects: 1,
      task: { state: 'done', error: null },
    });
  });

  test('is one at a time, and can be cancelled without a trace in what holds', async () => {
    // It is not taken up before it is cancelled.
    const { body } = await server.call(api.compute, { token, body: { cycleId } });
    await conflictsDone(server);
    await server.db
      .updateTable('task')
      .set({ state: 'waiting', due_at: new Date('2099-01-01') })
      .where('id', '=', body.taskId)
      .execute();
    expect((await server.call(api.compute, { token, body: { cycleId } })).status).toBe(409);
    const before = await rows();
    expect((await server.call(api.cancel, { token, body: { cycleId } })).status).toBe(204);
    await server.db
      .updateTable('task')
      .set({ due_at: new Date(0) })
      .where('id', '=', body.taskId)
      .execute();
    await conflictsDone(server);
    expect(await stateOf()).toMatchObject({
      task: { state: 'failed', error: '已取消，保留上次计算的结果' },
      problem: '已取消，保留上次计算的结果',
    });
    expect(await rows()).toEqual(before);
    expect((await server.call(api.cancel, { token, body: { cycleId } })).status).toBe(400);
  });

  test('killed on the way goes on behind the last application, and shows nothing before its end', async () => {
    await server.db.deleteFrom('conflict').execute();
    const { id: taskId } = await server.db
      .insertInto('task')
      .values({
        kind: COMPUTE_KIND,
        key: `${COMPUTE_KIND}:${cycleId}`,
        payload: JSON.stringify({ cycleId }),
        state: 'running',
        attempt: 1,
        due_at: new Date('2099-01-01'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // State left by a run that had checked the project when its node died.
    await server.db
      .insertInto('conflict_found')
      .values({
        task_id: taskId,
        project_id: projectId,
        expert_id: expertId,
        kind: 'sameUnit',
        severity: 'warn',
        evidence: '死前找到',
        source: 'register',
      })
      .execute();
    expect(await rows()).toEqual([]);
    await server.db
      .updateTable('task')
      .set({ due_at: new Date(0) })
      .where('id', '=', taskId)
      .execute();
    await conflictsDone(server);
    expect(await rows()).toMatchObject([{ expertId, evidence: '死前找到' }]);
    expect(await server.db.selectFrom('conflict_found').selectAll().execute()).toEqual([]);
    await compute();
    expect((await rows()).map(({ kind }) => kind)).toEqual(['self']);
  });
});

test('a scope bound to departments sees none of it, whatever its role', async () => {
  const roleId = await createRole(server.db, {
    permissions: ['conflict:list', 'conflict:pin', 'conflict:compute'],
    dataScope: '本级及以下',
  });
  const school = await signedIn(server.db, { roleIds: [roleId], deptId: 2 });
  expect(await rows({}, school.token)).toEqual([]);
  const { id } = (await rows())[0]!;
  const as = { token: school.token };
  const answers = await Promise.all([
    server.call(api.state, { ...as, query: { cycleId } }),
    server.call(api.cycles, as),
    server.call(api.project, { ...as, params: { id: projectId } }),
    server.call(api.expert, { ...as, params: { id: expertId } }),
    server.call(api.pin, { ...as, params: { id }, body: { pinned: 'none', reason: '无' } }),
    server.call(api.unpin, { ...as, params: { id }, body: { reason: '无' } }),
    server.call(api.lift, { ...as, params: { id }, body: { pinned: null, reason: '无' } }),
    server.call(api.declare, {
      ...as,
      body: { expertId, kind: 'relative', name: '张', reason: '无' } as never,
    }),
    server.call(api.removeRelation, { ...as, body: [1] }),
    server.call(api.compute, { ...as, body: { cycleId } }),
    server.call(api.cancel, { ...as, body: { cycleId } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
});
