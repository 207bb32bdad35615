import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCutOpinions, opinionCases, type CutOpinions } from './cut-opinion-calls.ts';
import { cutAtCommit } from './cut-server.ts';
import { opinionKills, testOpinionKills } from './opinion-kills.ts';

/**
 * A server that dies before or after its commit leaves saving, submitting, declining and closing done as a whole or not
 * at all; and acknowledged changes are there after a restart, also after a real kill. Between any two statements:
 * cut-opinions.long.test.ts.
 */

let opened: CutOpinions;
beforeAll(async () => {
  opened = await openCutOpinions();
});
afterAll(() => opened.close());

test.each(opinionCases)('%s is whole or not there', async (name) => {
  const { points, reference, early, left } = await cutAtCommit(opened.cut, opened.cases[name]);
  expect(Object.keys(reference).length).toBeGreaterThan(0);
  expect([points, early, left]).toEqual([2, {}, reference]);
});

test("a declined project is the successor’s or still the expert's", async () => {
  const { points, early, left } = await cutAtCommit(opened.cut, opened.cases['a file that is given back']);
  expect([points, early]).toEqual([2, {}]);
  // Whether a successor is left differs from project to project; half a step would miss the state or its event.
  expect([left['assignment'], left['state_event']]).toEqual([expect.any(Number), 1]);
});

testOpinionKills(() => opened, ['before the commit']);

const { startProcess, stop, save, storedOf, timelessTask } = opinionKills(() => opened);
test('a kill loses nothing that was acknowledged, however much was on its way', async () => {
  const task = await timelessTask();
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

// The last one: it takes every file that is left.
test('a round ends for all files or for none', async () => {
  const { cut, readyToClose, standing } = opened;
  const close = await readyToClose();
  const before = await cut.marks();
  expect(await cut.callWith({ before: 'commit' }, close)).toMatchObject({ atCommit: true });
  expect(await cut.marks()).toEqual(before);
  expect(await standing()).toMatchObject({ locked: 0, results: 0, closed: 0 });
  expect(await cut.callWith({ after: 'commit' }, close)).toMatchObject({ wasCut: true });
  expect(await standing()).toEqual({ locked: expect.any(Number), open: 0, results: 7, closed: 1 });
});
