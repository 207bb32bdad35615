import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { cutEverywhere, type Cuttable, cuttable } from './cut-server.ts';
import { signedIn } from './factories.ts';
import { createTestDatabase, startTestServer, type TestServer, travellingClock } from './harness.ts';
import { killProcesses, processesOn } from './process-helpers.ts';
import { drawableExperts, wholeOpinion } from './review-helpers.ts';
import { closeRound, deskOf, openRound, placesOf, type RoundExpert, type Task } from './round-helpers.ts';

/**
 * Opinions are saved and handed in, given back and closed as a whole or not at all, wherever a server dies; and what was
 * acknowledged is there when another one is started, also after a real kill.
 */

const START = new Date('2026-09-10T10:00:00+08:00');
const clock = travellingClock(START);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: TestServer;
let cut: Cuttable;
let office: string;
let cycleId: number;
let free: Task[];
let desk: ReturnType<typeof deskOf>;
beforeAll(async () => {
  database = await createTestDatabase();
  const { connection } = database;
  // One that does background work draws; the one that is cut does nothing but what it is asked.
  const drawing = await startTestServer({ clock, work: {}, connection });
  office = (await signedIn(drawing.db, { roleIds: [3] })).token;
  const experts = await drawableExperts(drawing, 8);
  ({ cycleId } = await openRound(drawing, office, { files: 10 }));
  await drawing.close();
  server = await startTestServer({ clock, connection });
  await server.pool.query('update timing_job set paused = true, next_run = null');
  cut = cuttable(server);
  desk = deskOf(server);
  const of = (id: number) => experts.find(({ expertId }) => expertId === id) as RoundExpert;
  free = (await placesOf(server, cycleId)).map(({ id, expert }) => ({ id, expert: of(expert) }));
}, 120_000);
afterAll(async () => {
  await cut.close();
  await server.close();
  await database.drop();
});

const done = ({ status, error }: { status: number; error?: { message: string } }) =>
  expect(status, error?.message).toBeLessThan(300);
const signFor = ({ expert, id }: Task) =>
  desk.sign(expert, cycleId, { assignmentIds: [id], cycleId: undefined });
const signed = async () => {
  const task = free.pop()!;
  done(await signFor(task));
  return task;
};
const written = async () => {
  const task = await signed();
  done(await desk.save(task, 0));
  return task;
};
const handedIn = async () => {
  const task = await written();
  done(await desk.submit(task, 1));
  return task;
};
const versionOf = async ({ id }: Task) =>
  (await placesOf(server, cycleId)).find((place) => place.id === id)!.version;

describe('cut before each of its statements', () => {
  const cases: [string, () => Promise<() => Promise<unknown>>][] = [
    [
      'a signature',
      () => {
        const task = free.pop()!;
        return Promise.resolve(() => signFor(task));
      },
    ],
    [
      'the first words',
      async () => {
        const task = await signed();
        return () => desk.save(task, 0);
      },
    ],
    [
      'further words',
      async () => {
        const task = await written();
        return () => desk.save(task, 1, wholeOpinion({ conclusion: 'disagree' }));
      },
    ],
    [
      'an opinion that is handed in',
      async () => {
        const task = await written();
        return () => desk.submit(task, 1);
      },
    ],
    [
      'one that is taken back',
      async () => {
        const task = await handedIn();
        return () => desk.move(task, 'recall');
      },
    ],
    [
      'one that is returned',
      async () => {
        const [task, version] = await handedIn().then(async (one) => [one, await versionOf(one)] as const);
        const body = { version, reason: '笼统', dueAt: null };
        return () => server.call(assignmentApi.return, { token: office, params: { id: task.id }, body });
      },
    ],
  ];
  test.each(cases)('%s is whole or not there', async (_, fresh) => {
    const { points, reference, left, unheard } = await cutEverywhere(cut, fresh);
    expect(Object.keys(reference).length).toBeGreaterThan(0);
    expect(points).toBeGreaterThan(2);
    expect(left).toEqual(reference);
    expect(unheard).toEqual(reference);
  });

  test('a file that is given back is the next one’s or still his', async () => {
    const fresh = async () => {
      const task = await signed();
      return () => desk.move(task, 'recuse');
    };
    const { points, left, unheard } = await cutEverywhere(cut, fresh);
    expect(points).toBeGreaterThan(5);
    // Whether somebody is left who may take the place differs from file to file; halves would miss the state or its event.
    for (const delta of [left, unheard])
      expect([delta['assignment'], delta['state_event']]).toEqual([expect.any(Number), 1]);
  });
});

describe('a real kill', () => {
  const { startProcess, stop } = processesOn(() => server);
  afterEach(() => killProcesses());
  const loader = { NODE_OPTIONS: `--import=${new URL('kill-at.ts', import.meta.url).href}` };

  const save = (address: string, { expert, id }: Task, version: number) =>
    fetch(`${address.replace(API_BASE, '')}${API_BASE}/api/review/${id}`, {
      method: 'PUT',
      headers: { authorization: expert.token, 'content-type': 'application/json' },
      body: JSON.stringify({ version, opinion: wholeOpinion(), client: 'tab1', seconds: 1 }),
    });
  const storedOf = async ({ id }: Task) => {
    const { rows } = await server.pool.query<{ version: number; revisions: number; state: string }>(
      `select coalesce(review.version, 0) as version, state,
         (select count(*)::int from review_revision where assignment_id = assignment.id) as revisions
       from assignment left join review on assignment_id = assignment.id where assignment.id = $1`,
      [id],
    );
    return rows[0]!;
  };
  let task: Task;
  beforeAll(async () => {
    // Processes know no other clock than the real one.
    task = await signed();
    await server.pool.query('update assignment set due_at = null where id = $1', [task.id]);
    await server.pool.query(
      'update expert set confirmed_at = now(), term_start = current_date - 30, term_ends_at = current_date + 300',
    );
  });

  test.each([
    ['before the words are stored', 0],
    ['before they are in the history', 1],
    ['before the commit', 3],
  ])('%s leaves what was there', async (_, at) => {
    const before = await storedOf(task);
    const { address } = await startProcess({
      ...loader,
      KILL_AFTER: 'insert into "review" ',
      KILL_AT: String(at),
    });
    await expect(save(address, task, before.version)).rejects.toThrow('fetch failed');
    expect(await storedOf(task)).toEqual(before);
  });

  test('loses nothing that was acknowledged, however much was on its way', async () => {
    const { child, address } = await startProcess();
    let acknowledged = (await storedOf(task)).version;
    const killed = new Promise<void>((resolve) => {
      const type = async () => {
        for (;;) {
          const answer = await save(address, task, acknowledged).catch(() => null);
          if (answer?.status !== 200) return resolve();
          acknowledged += 1;
          if (acknowledged === 25) child.kill('SIGKILL');
        }
      };
      void type();
    });
    await killed;
    const { version, revisions, state } = await storedOf(task);
    expect(acknowledged).toBeGreaterThanOrEqual(25);
    expect([acknowledged, acknowledged + 1]).toContain(version);
    expect([revisions, state]).toEqual([version, 'reviewing']);
    const next = await startProcess();
    expect((await save(next.address, task, version)).status).toBe(200);
    await stop(next.child, 'SIGTERM');
  });
});

test('a round ends for all files or for none', async () => {
  for (const task of free.splice(0)) {
    const { state } = (await placesOf(server, cycleId)).find(({ id }) => id === task.id)!;
    if (state === 'released') done(await signFor(task));
  }
  await server.pool.query(
    `insert into review (assignment_id, opinion, rule_version, version, saved_at)
     select id, $2, 1, 1, $3 from assignment where cycle_id = $1 on conflict do nothing`,
    [cycleId, JSON.stringify(wholeOpinion()), START],
  );
  await server.pool.query(
    `update assignment set state = 'submitted', submitted_at = $2
     where cycle_id = $1 and state in ('released', 'accepted', 'reviewing', 'returned')`,
    [cycleId, START],
  );
  const before = await cut.marks();
  for (let at = 1, wasCut = true; wasCut; at += 1) {
    wasCut = await cut.callWith({ before: at }, () => closeRound(server, office, cycleId));
    const { rows } = await server.pool.query<{
      locked: number;
      open: number;
      results: number;
      closed: number;
    }>(
      `select count(*) filter (where state = 'locked')::int as locked, count(*) filter (where state = 'submitted')::int as open,
         (select count(*)::int from external_result where cycle_id = $1) as results,
         (select count(*)::int from review_round where cycle_id = $1 and closed_at is not null) as closed
       from assignment where cycle_id = $1`,
      [cycleId],
    );
    const { locked, open, results, closed } = rows[0]!;
    expect([
      [0, 0, 0],
      [1, 1, 1],
    ]).toContainEqual([closed, Math.min(locked, 1), Math.min(results, 1)]);
    expect(Math.min(locked, open)).toBe(0);
    if (closed === 1) break;
    expect(await cut.marks()).toEqual(before);
  }
});
