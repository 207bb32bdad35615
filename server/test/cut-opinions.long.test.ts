// Long: each of seven kinds of call is made anew for a cut before each of its statements, and a round is closed as often, with new connections each time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCutOpinions, opinionCases, type CutOpinions } from './cut-opinion-calls.ts';
import { cutEverywhere, whole } from './cut-server.ts';
import { testOpinionKills } from './opinion-kills.ts';

let opened: CutOpinions;
beforeAll(async () => {
  opened = await openCutOpinions();
});
afterAll(() => opened.close());

test.each(opinionCases)(
  '%s is whole or not there',
  async (name) => {
    const { reference, ...found } = await cutEverywhere(opened.cut, opened.cases[name]);
    expect(Object.keys(reference).length).toBeGreaterThan(0);
    expect(found).toEqual(whole(reference));
  },
  240_000,
);

test("a declined project is the successor’s or still the expert's", async () => {
  const { points, early, left } = await cutEverywhere(opened.cut, opened.cases['a file that is given back']);
  expect(points).toBeGreaterThan(5);
  expect(early).toEqual({});
  // Whether a successor is left differs from project to project; half a step would miss the state or its event.
  expect([left['assignment'], left['state_event']]).toEqual([expect.any(Number), 1]);
});

testOpinionKills(() => opened, ['before the words are stored', 'before they are in the history']);

// The last one: it takes every file that is left.
test('a round ends for all files or for none', async () => {
  const { cut, readyToClose, standing } = opened;
  const close = await readyToClose();
  const before = await cut.marks();
  for (let at = 1; ; at += 1) {
    const { wasCut, atCommit } = await cut.callWith({ before: at }, close);
    expect(wasCut).toBe(true);
    expect(await cut.marks()).toEqual(before);
    expect(await standing()).toMatchObject({ locked: 0, results: 0, closed: 0 });
    if (atCommit) break;
  }
  await cut.callWith({ after: 'commit' }, close);
  expect(await standing()).toEqual({ locked: expect.any(Number), open: 0, results: 7, closed: 1 });
});
