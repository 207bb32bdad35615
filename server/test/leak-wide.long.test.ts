// Long: five groups of readers who see much ask everything there is in two worlds each.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wideGroups } from './leak-groups.ts';
import { findLeaks, type LeakWorld, noLeaks, openLeakWorld } from './leak-look.ts';
import { secrets } from './leak-secrets.ts';

/** Secrecy (leak-look.ts) towards those who run the platform, and those who have nothing to do with it. */

let opened: LeakWorld;
beforeAll(async () => {
  opened = await openLeakWorld();
});
afterAll(() => opened.source.drop());

const wasSeen = new Set<string>();

describe.each(wideGroups.map((names) => ({ names })))('$names', ({ names }) => {
  test('learns nothing hidden', async () => {
    const { leaks, seen } = await findLeaks(opened, names);
    for (const name of seen) wasSeen.add(name);
    expect(leaks).toEqual(noLeaks(names));
  });
});

test('readers who may know a secret find it with the same requests', () => {
  const known = secrets.flatMap(({ marks, knows }) => (knows ? marks : []));
  expect(known.filter((name) => !wasSeen.has(name))).toEqual([]);
});
