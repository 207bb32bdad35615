import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bombOf, pictureBombs } from '../../../../scripts/blind-corpus/bombs.ts';
import { facts } from '../../../../scripts/blind-corpus/cases.ts';
import { watchedCover } from '../../../../scripts/blind-corpus/watched-cover.ts';
import { isTooMuch, limits } from './limits.ts';

/** The whole collection is tried by `bench/blind-copies.ts`; these stand for its ways of ending. */

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-bombs-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const cover = async (bytes: Buffer, isPicture = false) => {
  const path = join(directory, 'bomb');
  const out = join(directory, 'copy.pdf');
  await writeFile(path, bytes);
  const { made, cpuMs, peak } = await watchedCover({
    path,
    out,
    isPicture,
    facts,
    decisions: [],
    drawn: [],
  });
  // The last look of this test may come when the process is gone, and the first of the watch after a load of work.
  expect(cpuMs).toBeLessThan(20_000);
  expect(peak).toBeLessThan(1.1 * 1000 ** 3);
  if ('problem' in made) {
    await expect(stat(out)).rejects.toThrow('ENOENT');
    return made.problem;
  }
  await rm(out);
  return made.covered.pages.flatMap(({ doubts }) => doubts);
};

const MINUTE = { timeout: 60_000 };

test.each([
  ['pages-5000', 'too_slow'],
  ['pages-same', 'too_slow'],
  ['pages-cycle', 'broken'],
  ['nested-objects', 'broken'],
  ['pages-heavy', 'too_slow'],
  ['image-many', 'too_slow'],
  ['cmap-range', 'too_slow'],
])('%s is refused: %s', MINUTE, async (name, problem) => {
  expect(await cover(bombOf(name))).toBe(problem);
});

test('a page that is never done is ended by its time of a core', MINUTE, async () => {
  expect(await cover(bombOf('forms-doubling'))).toBe('too_slow');
});

test('no file that stands still has more than twenty seconds', () => {
  expect(limits.cpuMs + limits.stepCpuMs).toBeLessThan(20_000);
  expect(limits.standMs).toBeLessThan(20_000);
});

test('a file of heavy pages is ended once its pace tells that it cannot end in its time', () => {
  const heavy = { cpuMs: 16_800, steps: 14, pages: 400 };
  expect(isTooMuch(heavy)).toBe(true);
  // Few pages end soon, and photographs have a pace of half of it on this machine.
  expect(isTooMuch({ ...heavy, pages: 17 })).toBe(false);
  expect(isTooMuch({ cpuMs: 30_000, steps: 30, pages: 300 })).toBe(false);
  expect(isTooMuch({ cpuMs: 16_800, steps: 0, pages: 0 })).toBe(true);
});

test.each(['image-giant', 'forms-self', 'nested-arrays', 'page-huge'])(
  'what cannot be drawn is never clean: %s',
  MINUTE,
  async (name) => {
    expect(await cover(bombOf(name))).toContain('drawing');
  },
);

test('a table of objects that goes round is no harm', MINUTE, async () => {
  expect(await cover(bombOf('xref-loop'))).toEqual([]);
});

test('a picture of more pixels than a machine holds is refused', MINUTE, async () => {
  expect(await cover(pictureBombs['picture-wide']!(), true)).toBe('broken');
});
