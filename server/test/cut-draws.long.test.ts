// Long: each of twelve kinds of call is made anew for a cut before each of its statements, some two hundred in all, with new connections each time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawCases, openCutDraws, anyMember } from './cut-draw-calls.ts';
import { cutEverywhere } from './cut-server.ts';
import { testDrawKills } from './draw-kills.ts';

let opened: Awaited<ReturnType<typeof openCutDraws>>;
beforeAll(async () => {
  opened = await openCutDraws();
});
afterAll(() => opened.close());

test.each(drawCases)(
  '%s is whole or not there',
  async (name) => {
    const { points, reference, early, left } = await cutEverywhere(opened.cut, opened.cases[name]);
    expect(Object.keys(reference).length).toBeGreaterThan(0);
    expect(points).toBeGreaterThan(1);
    expect(early).toEqual({});
    expect(anyMember(left)).toEqual(anyMember(reference));
  },
  240_000,
);

testDrawKills(() => opened.world, ['before the pairs are stored', 'between pairs and result']);
