import { sql } from 'kysely';
import { expect } from 'vitest';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { standardPlan } from '@zhiping/shared/rules/draw/plan.ts';
import { inTransaction } from '../src/platform/database/db.ts';
import { computeDrawKind } from '../src/modules/draw/compute-draw.ts';
import { solveAgainKind } from '../src/modules/draw/result/solve-again.ts';
import { createRole, findSchoolId, signedIn } from './factories.ts';
import { abortWithTwo } from './confirm-waiting.ts';
import { sendFile } from './file-helpers.ts';
import { startTestServer, type TestServer, travellingClock } from './harness.ts';
import { publishedCycle, withoutFiles } from './project-helpers.ts';
import {
  commitOf,
  drawableExperts,
  eligibleProjects,
  newDraw,
  newSecret,
  releaseDraw,
} from './review-helpers.ts';
import { ended, placesOf } from './round-helpers.ts';

/** Every call at a draw over HTTP, by any account, and a way to every state. No background work runs. */

/** A draw, with the numbers of both sides and what calls are about. */
export type Subject = {
  id: number;
  cycleId: number;
  mine: string;
  his: string;
  place: number;
  file: number;
  stranger: number;
  taskId: number;
};
export type Outcome = { status: number; message: string };
type Call = (subject: Subject, token: string | undefined) => Promise<Outcome>;

type Answer = { status: number; error?: { message?: string; errors?: { message: string }[] } };
const outcomeOf = ({ status, error }: Answer): Outcome => ({
  status,
  message: error?.errors?.[0]?.message ?? error?.message ?? '',
});

/** A list of nothing is as if there were nothing. */
const outcomeOfList = (answer: Answer & { body: { totalElements: number } }): Outcome =>
  answer.status === 200 && answer.body.totalElements === 0
    ? { status: 200, message: '没有数据' }
    : outcomeOf(answer);

/** Holds what the office holds, and sees one school. */
const officer = async ({ db }: TestServer, deptId: number) => {
  const { rows } = await sql<{
    permission: string;
  }>`select permission from menu join role_menu on menu_id = menu.id
    where role_id = 3 and permission is not null`.execute(db);
  const role = await createRole(db, {
    permissions: rows.map(({ permission }) => permission),
    dataScope: '本级',
  });
  return (await signedIn(db, { roleIds: [role], deptId })).token;
};

export const openDrawWorld = async () => {
  const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
  const server = await startTestServer({ clock });
  const { db, pool } = server;
  await pool.query('update timing_job set paused = true, next_run = null');
  const of = async (roleId: number, deptId?: number) =>
    (await signedIn(db, { roleIds: [roleId], ...(deptId ? { deptId } : {}) })).token;
  const school = await findSchoolId(db, '天津大学');
  const [expert] = await drawableExperts(server, 8);
  const office = await of(3);
  const supervisor = await of(4);
  const people: Record<string, string | undefined> = {
    office,
    supervisor,
    'the super administrator': await of(1),
    'an officer of one school': await officer(server, school),
    school: await of(9, school),
    expert: expert!.token,
    'the system administrator': await of(2),
    nobody: undefined,
  };
  const newCycle = async () => {
    const cycleId = await publishedCycle(server, office, { ...withoutFiles, E5: { values: { days: 0 } } });
    const [one] = await eligibleProjects(server, cycleId, 2);
    // Conflicts are not computed here, and none exist.
    await pool.query('delete from conflict_due');
    people['applicant'] = one!.token;
    return cycleId;
  };
  let cycleId = await newCycle();

  const done = async (answer: Promise<Answer>) => {
    const { status, error } = await answer;
    expect(status, error?.message).toBeLessThan(300);
  };
  const commit = ({ id }: Subject, token: string | undefined, secret: string) =>
    server.call(drawApi.commit, { token, params: { id }, body: { commit: commitOf(secret) } });
  const open = ({ id }: Subject, token: string | undefined, secret: string) =>
    server.call(drawApi.open, { token, params: { id }, body: { secret } });
  const abort = ({ id }: { id: number }, token: string | undefined) =>
    abortWithTwo(server, id, token, '方案有误');
  const runOf = (kind: 'compute' | 'solve') =>
    kind === 'compute' ? computeDrawKind({ db, clock }) : solveAgainKind({ db, clock });
  const run = async ({ id }: Subject, kind: 'compute' | 'solve', taskId: number) => {
    const task = { id: taskId, payload: { id } } as never;
    const finish = await runOf(kind).run({ task, signal: new AbortController().signal, progress: () => {} });
    await inTransaction(db, finish);
  };
  const work = async (subject: Subject, kind: 'compute' | 'solve', taskId: number) => {
    await run(subject, kind, taskId);
    await pool.query(`update task set state = 'done' where id = $1`, [taskId]);
  };
  const taskOf = async ({ id }: Subject, kind: string) => {
    const { rows } = await pool.query<{ taskId: number }>(
      'select task_id::int as "taskId" from draw_run where draw_id = $1 and kind = $2',
      [id, kind],
    );
    return rows[0]!.taskId;
  };

  const planned = async (): Promise<Subject> => {
    await pool.query('update cycle set suspended_reason = null where id = $1', [cycleId]);
    const { rows } = await pool.query<{ id: number; state: string }>(
      `select id::int as id, state from draw where cycle_id = $1 and state <> 'aborted'`,
      [cycleId],
    );
    for (const one of rows) if (one.state !== 'released') await done(abort(one, office));
    // Released projects leave nothing to draw.
    if (rows.some(({ state }) => state === 'released')) cycleId = await newCycle();
    return {
      id: await newDraw(server, office, { cycleId }),
      cycleId,
      mine: newSecret(),
      his: newSecret(),
      place: 1,
      file: 1,
      stranger: 1,
      taskId: 1,
    };
  };
  const promised = async () => {
    const draw = await planned();
    await done(commit(draw, office, draw.mine));
    await done(commit(draw, supervisor, draw.his));
    return draw;
  };
  const frozen = async () => {
    const draw = await promised();
    await pool.query('delete from conflict_due');
    await done(server.call(drawApi.freeze, { token: office, params: { id: draw.id } }));
    return draw;
  };
  const opened = async () => {
    const draw = await frozen();
    await done(open(draw, office, draw.mine));
    await done(open(draw, supervisor, draw.his));
    return draw;
  };
  const cancelled = async () => {
    const draw = await opened();
    await pool.query(`update task set state = 'failed', error = '已取消' where id = $1`, [
      await taskOf(draw, 'compute'),
    ]);
    return draw;
  };
  const drawn = async () => {
    const draw = await opened();
    await work(draw, 'compute', await taskOf(draw, 'compute'));
    const held = (await placesOf(server, draw.cycleId)).filter(({ state }) => !ended.includes(state));
    const [place] = held;
    const { body } = await server.call(assignmentApi.candidates, {
      token: office,
      query: { projectId: place!.project, assignmentId: place!.id },
    });
    const stranger = body.find(({ denial }) => denial === null)!.expertId;
    return { ...draw, place: place!.id, file: place!.project, stranger };
  };
  const changeByHand = ({ place, stranger }: Subject) =>
    server.call(assignmentApi.change, {
      token: office,
      params: { id: place },
      body: { version: 0, expertId: stranger, reason: '调整' },
    });
  /** With one place changed by hand, and the rest solved again to be looked at. */
  const changed = async () => {
    const draw = await drawn();
    await done(changeByHand(draw));
    const held = (await placesOf(server, draw.cycleId)).filter(({ state }) => !ended.includes(state));
    await done(
      server.call(drawResultApi.fix, { token: office, params: { id: draw.id }, body: { isFixed: false } }),
    );
    await done(server.call(drawResultApi.solve, { token: office, params: { id: draw.id } }));
    const taskId = await taskOf(draw, 'solve');
    await work(draw, 'solve', taskId);
    return { ...draw, place: held[0]!.id, taskId };
  };
  const released = async () => {
    const draw = await drawn();
    await releaseDraw(server, office, draw.id);
    return draw;
  };
  const aborted = async () => {
    const draw = await drawn();
    await done(abort(draw, office));
    return draw;
  };
  const suspended = (to: () => Promise<Subject>) => async () => {
    const draw = await to();
    await pool.query(`update cycle set suspended_reason = '核查' where id = $1`, [draw.cycleId]);
    return draw;
  };
  const ceremony = { planned, promised, frozen, opened, cancelled, drawn, changed, released, aborted };
  const states: Record<string, () => Promise<Subject>> = {
    ...ceremony,
    'planned, suspended': suspended(planned),
    'frozen, suspended': suspended(frozen),
    'changed, suspended': suspended(changed),
  };

  const secretOf = ({ mine, his }: Subject, token: string | undefined) => (token === supervisor ? his : mine);
  const bytes =
    (path: string) =>
    async ({ id }: Subject, token: string | undefined) => {
      const answer = await server.app.inject({
        url: `${API_BASE}/api/draw/${id}/${path}`,
        headers: token === undefined ? {} : { authorization: token },
      });
      const { message = '' } = answer.statusCode < 300 ? {} : (answer.json() as { message?: string });
      return { status: answer.statusCode, message };
    };
  type Plain = (typeof drawResultApi)['solve'];
  /** A call that takes nothing but the draw. */
  const plain =
    (endpoint: unknown, body?: object): Call =>
    async ({ id }, token) =>
      outcomeOf(
        await server.call(endpoint as Plain, { token, params: { id }, ...(body ? { body } : {}) } as never),
      );
  const calls: Record<string, Call> = {
    list: async ({ cycleId: own }, token) =>
      outcomeOfList(await server.call(drawApi.list, { token, query: { cycleId: own } })),
    read: plain(drawApi.read),
    create: async ({ cycleId: own }, token) =>
      outcomeOf(await server.call(drawApi.create, { token, body: { cycleId: own, plan: standardPlan } })),
    commit: async (subject, token) => outcomeOf(await commit(subject, token, secretOf(subject, token))),
    freeze: plain(drawApi.freeze),
    open: async (subject, token) => outcomeOf(await open(subject, token, secretOf(subject, token))),
    abort: async (subject, token) => outcomeOf(await abort(subject, token)),
    record: bytes('record'),
    release: plain(drawApi.release, { reason: '专家请假' }),
    standing: plain(drawApi.standing),
    'result.read': plain(drawResultApi.read),
    'result.files': async ({ id }, token) =>
      outcomeOfList(await server.call(drawResultApi.files, { token, query: { id } })),
    'result.subjects': plain(drawResultApi.subjects),
    'result.fix': plain(drawResultApi.fix, { isFixed: true }),
    'result.consequence': async ({ id, place, stranger }, token) =>
      outcomeOf(
        await server.call(drawResultApi.consequence, {
          token,
          params: { id },
          query: { assignmentId: place, expertId: stranger },
        }),
      ),
    'result.solve': plain(drawResultApi.solve),
    'result.startWhy': async ({ id, file }, token) =>
      outcomeOf(
        await server.call(drawResultApi.startWhy, { token, params: { id }, body: { projectId: file } }),
      ),
    'result.why': async ({ id, file }, token) =>
      outcomeOf(await server.call(drawResultApi.why, { token, params: { id }, query: { projectId: file } })),
    'result.trial': plain(drawResultApi.trial),
    'result.apply': async ({ id, taskId }, token) =>
      outcomeOf(
        await server.call(drawResultApi.apply, { token, params: { id }, body: { taskId, reason: '采用' } }),
      ),
    'result.undo': plain(drawResultApi.undo, { no: 1, reason: '撤销' }),
    'result.repeat': plain(drawResultApi.repeat),
    'result.cancel': plain(drawResultApi.cancel, { kind: 'compute' }),
    'result.compute': plain(drawResultApi.compute),
    'result.sheet': bytes('sheet'),
    'result.import': async ({ id }, token) => {
      const own = await server.app.inject({
        url: `${API_BASE}/api/draw/${id}/sheet`,
        headers: { authorization: office },
      });
      const answer = await sendFile(
        server,
        drawResultApi.import,
        { name: 'result.xlsx', bytes: own.rawPayload },
        { token, params: { id }, query: { dryRun: true } } as never,
      );
      return outcomeOf(answer);
    },
  };
  const compute = (draw: Subject) => run(draw, 'compute', 0);
  return { server, people, office, supervisor, ceremony, states, calls, taskOf, changeByHand, compute };
};
export type DrawWorld = Awaited<ReturnType<typeof openDrawWorld>>;
