import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawCases, openCutDraws, anyMember } from './cut-draw-calls.ts';
import { cutAtCommit } from './cut-server.ts';
import { testDrawKills } from './draw-kills.ts';

/**
 * Each step of a ceremony is whole or not there when a server dies before its commit or after it, and what was under way goes on with
 * another one. Between any two statements: cut-draws.long.test.ts.
 */

let opened: Awaited<ReturnType<typeof openCutDraws>>;
beforeAll(async () => {
  opened = await openCutDraws();
});
afterAll(() => opened.close());

test.each(drawCases)('%s is whole or not there', async (name) => {
  const { points, reference, early, left } = await cutAtCommit(opened.cut, opened.cases[name]);
  expect(Object.keys(reference).length).toBeGreaterThan(0);
  expect([points, early]).toEqual([2, {}]);
  expect(anyMember(left)).toEqual(anyMember(reference));
});

testDrawKills(() => opened.world, ['before the commit']);
