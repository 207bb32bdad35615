import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { drawApi as api } from '@zhiping/shared/contracts/draw.ts';
import { drawResultApi as resultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { inTransaction } from '../src/platform/database/db.ts';
import { computeDrawKind } from '../src/modules/draw/compute-draw.ts';
import { cutEverywhere, type Cuttable, cuttable } from './cut-server.ts';
import { signedIn } from './factories.ts';
import { startTestServer, type TestServer, travellingClock } from './harness.ts';
import { killProcesses, processesOn } from './process-helpers.ts';
import { publishedCycle, withoutFiles } from './project-helpers.ts';
import {
  commitOf,
  drawableExperts,
  eligibleProjects,
  newDraw,
  newSecret,
  readDraw,
} from './review-helpers.ts';
import { ended, placesOf } from './round-helpers.ts';

/** Each step of a ceremony is whole or not there wherever a server dies, and what was under way goes on with another one. */

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
/** Does nothing but what it is asked. */
let server: TestServer;
let cut: Cuttable;
let office: string;
let supervisor: string;
beforeAll(async () => {
  server = await startTestServer({ clock });
  await server.pool.query('update timing_job set paused = true, next_run = null');
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  supervisor = (await signedIn(server.db, { roleIds: [4] })).token;
  await drawableExperts(server, 8);
  cut = cuttable(server);
});
afterAll(async () => {
  await cut.close();
  await server.close();
});

type Ceremony = { id: number; cycleId: number; mine: string; his: string };
const post = async (answer: Promise<{ status: number; error?: { message: string } }>) => {
  const { status, error } = await answer;
  expect(status, error?.message).toBeLessThan(300);
};
const commit = ({ id }: Ceremony, token: string, secret: string) =>
  server.call(api.commit, { token, params: { id }, body: { commit: commitOf(secret) } });
const freeze = ({ id }: Ceremony) => server.call(api.freeze, { token: office, params: { id } });
const open = ({ id }: Ceremony, token: string, secret: string) =>
  server.call(api.open, { token, params: { id }, body: { secret } });
const compute = async ({ id }: Ceremony) => {
  const task = { id: 0, payload: { id } } as never;
  const work = { task, signal: new AbortController().signal, progress: () => {} };
  const finish = await computeDrawKind({ db: server.db, clock }).run(work);
  return inTransaction(server.db, finish);
};
const held = async ({ cycleId }: Ceremony) =>
  (await placesOf(server, cycleId)).filter(({ state }) => !ended.includes(state));

const newCycle = async () => {
  const cycleId = await publishedCycle(server, office, { ...withoutFiles, E5: { values: { days: 0 } } });
  await eligibleProjects(server, cycleId, 2);
  // Nobody computes conflicts here, and nobody has any.
  await server.pool.query('delete from conflict_due');
  return cycleId;
};
const planned = async (): Promise<Ceremony> => {
  const cycleId = await newCycle();
  return { id: await newDraw(server, office, { cycleId }), cycleId, mine: newSecret(), his: newSecret() };
};
const promised = async () => {
  const draw = await planned();
  await post(commit(draw, office, draw.mine));
  await post(commit(draw, supervisor, draw.his));
  return draw;
};
const frozen = async () => {
  const draw = await promised();
  await server.pool.query('delete from conflict_due');
  await post(freeze(draw));
  return draw;
};
const opened = async () => {
  const draw = await frozen();
  await post(open(draw, office, draw.mine));
  await post(open(draw, supervisor, draw.his));
  return draw;
};
const drawn = async () => {
  const draw = await opened();
  await compute(draw);
  return draw;
};
const change = async (draw: Ceremony) => {
  const place = (await held(draw))[0]!;
  const { body } = await server.call(assignmentApi.candidates, {
    token: office,
    query: { projectId: place.project, assignmentId: place.id },
  });
  const { expertId } = body.find(({ denial }) => denial === null)!;
  return () =>
    server.call(assignmentApi.change, {
      token: office,
      params: { id: place.id },
      body: { version: place.version, expertId, reason: '调整' },
    });
};

/** How many people are told depends on who was drawn, and on who else is there. */
const whoeverIsTold = (delta: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(delta).map(([table, rows]) => [
      table,
      table === 'notification' || table === 'outbox' ? Math.min(1, rows) : rows,
    ]),
  );

describe('cut before each of its statements', () => {
  const cases: [string, () => Promise<() => Promise<unknown>>][] = [
    [
      'a plan',
      async () => {
        const cycleId = await newCycle();
        return () => newDraw(server, office, { cycleId });
      },
    ],
    [
      'a promise',
      async () => {
        const draw = await planned();
        return () => commit(draw, office, draw.mine);
      },
    ],
    [
      'a frozen roster',
      async () => {
        const draw = await promised();
        return () => freeze(draw);
      },
    ],
    [
      'the first number',
      async () => {
        const draw = await frozen();
        return () => open(draw, office, draw.mine);
      },
    ],
    [
      'the second number, which asks for the result',
      async () => {
        const draw = await frozen();
        await post(open(draw, office, draw.mine));
        return () => open(draw, supervisor, draw.his);
      },
    ],
    [
      'a computation that is cancelled',
      async () => {
        const { id } = await opened();
        return () =>
          server.call(resultApi.cancel, { token: office, params: { id }, body: { kind: 'compute' } });
      },
    ],
    [
      'the result',
      async () => {
        const draw = await opened();
        return () => compute(draw);
      },
    ],
    ['a change by hand', async () => change(await drawn())],
    [
      'a change that is taken back',
      async () => {
        const draw = await drawn();
        await (
          await change(draw)
        )();
        const { id } = draw;
        return () =>
          server.call(resultApi.undo, { token: office, params: { id }, body: { no: 1, reason: '改回' } });
      },
    ],
    [
      'a result that is solved again',
      async () => {
        const { id } = await drawn();
        return () => server.call(resultApi.solve, { token: office, params: { id } });
      },
    ],
    [
      'a draw that is aborted with its result',
      async () => {
        const { id } = await drawn();
        return () => server.call(api.abort, { token: office, params: { id }, body: { reason: '方案有误' } });
      },
    ],
    [
      'a result that is sent out',
      async () => {
        const { id } = await drawn();
        return () => server.call(api.release, { token: office, params: { id } });
      },
    ],
  ];
  test.each(cases)(
    '%s is whole or not there',
    async (_, fresh) => {
      const { points, reference, left, unheard } = await cutEverywhere(cut, fresh);
      expect(Object.keys(reference).length).toBeGreaterThan(0);
      expect(points).toBeGreaterThan(1);
      expect(whoeverIsTold(left)).toEqual(whoeverIsTold(reference));
      expect(whoeverIsTold(unheard)).toEqual(whoeverIsTold(reference));
    },
    60_000,
  );
});

describe('a real kill', () => {
  const { startProcess, taskOf, endLease, takeOver } = processesOn(() => server);
  afterEach(() => killProcesses());

  test.each([
    ['before the pairs are stored', 'insert into "assignment"', 0],
    ['between pairs and result', 'insert into "assignment"', 1],
    ['before the commit', 'insert into "state_event"', 1],
  ])(
    'of a computation %s: another node computes the same, once',
    async (_, after, at) => {
      const draw = await opened();
      const { rows } = await server.pool.query<{ id: number }>(
        `select id::int as id from task where kind = 'draw.compute' and (payload->>'id')::int = $1`,
        [draw.id],
      );
      const taskId = rows[0]!.id;
      await server.pool.query(
        `update task set state = 'done' where id <> $1 and state in ('waiting', 'running')`,
        [taskId],
      );
      await endLease(taskId);
      const { child } = await startProcess({
        NODE_OPTIONS: `--import=${new URL('kill-at.ts', import.meta.url).href}`,
        KILL_AFTER: after,
        KILL_AT: String(at),
      });
      await expect.poll(() => child.signalCode, { timeout: 30_000 }).toBe('SIGKILL');
      expect((await readDraw(server, office, draw.id)).state).toBe('frozen');
      expect(await held(draw)).toEqual([]);
      await endLease(taskId);
      await takeOver(taskId);
      expect((await taskOf(taskId)).state).toBe('done');
      expect(await held(draw)).toHaveLength(6);
      const stored = await readDraw(server, office, draw.id);
      expect(stored.steps.filter(({ event }) => event === 'compute')).toHaveLength(1);
    },
    90_000,
  );
});
