// Long: every applicant and expert beyond those of leak.test.ts asks everything there is in two worlds, and tries every write about every row.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { narrowGroups } from './leak-groups.ts';
import { findLeaks, type LeakWorld, noLeaks, openLeakWorld } from './leak-look.ts';

/** Secrecy (leak-look.ts) towards applicants and experts who are more than that. */

let opened: LeakWorld;
beforeAll(async () => {
  opened = await openLeakWorld();
});
afterAll(() => opened.source.drop());

describe.each(narrowGroups.map((names) => ({ names })))('$names', ({ names }) => {
  test('learns nothing hidden', async () => {
    const { leaks } = await findLeaks(opened, names);
    expect(leaks).toEqual(noLeaks(names));
  });
});
