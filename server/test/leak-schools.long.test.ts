// Long: every reader of a school asks everything there is in two worlds, and tries every write about every row.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schoolGroups } from './leak-groups.ts';
import { findLeaks, type LeakWorld, noLeaks, openLeakWorld } from './leak-look.ts';

/** Secrecy (leak-look.ts) towards those who check for schools and for their supervising bodies. */

let opened: LeakWorld;
beforeAll(async () => {
  opened = await openLeakWorld();
});
afterAll(() => opened.source.drop());

describe.each(schoolGroups.map((names) => ({ names })))('$names', ({ names }) => {
  test('learns nothing hidden', async () => {
    const { leaks } = await findLeaks(opened, names);
    expect(leaks).toEqual(noLeaks(names));
  });
});
