import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEPT, whose } from './leak-copy.ts';
import { dailyGroups, narrowGroups, schoolGroups, wideGroups } from './leak-groups.ts';
import { findLeaks, type LeakWorld, noLeaks, openLeakWorld } from './leak-look.ts';
import { readCopy } from './leak-read-copy.ts';
import { pdfTexts } from './pdf-texts.ts';

/**
 * Secrecy (leak-look.ts) towards an applicant and an expert, in every state of a review; towards all other readers in
 * leak-*.long.test.ts.
 */

let opened: LeakWorld;
beforeAll(async () => {
  opened = await openLeakWorld();
});
afterAll(() => opened.source.drop());

describe.each(dailyGroups.map((names) => ({ names })))('$names', ({ names }) => {
  test('learns nothing hidden', async () => {
    const { leaks } = await findLeaks(opened, names);
    expect(leaks).toEqual(noLeaks(names));
  });
});

test('every role of an installation looks, here or in the long tests', () => {
  const names = [...dailyGroups, ...wideGroups, ...narrowGroups, ...schoolGroups].flat();
  expect(opened.world.readers.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

test('a released copy reveals nothing of its owner to its expert, whole, in parts and by no other address', async () => {
  const { copy } = opened.world;
  const isNamed = (text: string) => whose.filter((word) => text.toLowerCase().includes(word));
  expect(isNamed(await pdfTexts(copy.source.bytes))).toEqual(whose);
  const { bytes, answers } = await readCopy(opened);
  expect(bytes.equals(copy.result.bytes)).toBe(true);
  const texts = await pdfTexts(bytes);
  expect(texts).toContain(KEPT);
  expect(isNamed(texts)).toEqual([]);
  for (const { question, text } of answers)
    expect([question, isNamed(text), text.includes(copy.source.sha256)]).toEqual([question, [], false]);
});
