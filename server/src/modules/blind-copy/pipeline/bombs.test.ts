import { expect, test } from 'vitest';
import { bombOf, manyImages, manyPages, pictureBombs } from '../../../../scripts/blind-corpus/bombs.ts';
import { coverBomb } from '../../../../test/cover-bomb.ts';
import { LOOK_MS } from '../../../platform/helper/limits.ts';
import { allowedCpuMs, type CopyLimits, copyLimits } from './limits.ts';

/** The whole collection is tried by `bench/blind-copies.ts`; these stand for its ways of ending. Limits at their real size: bombs.long.test.ts. */

const refused = (problem: string) => ({ came: problem, left: ['bomb'] });

test.each([
  ['pages-5000', 'too_slow'],
  ['pages-same', 'too_slow'],
  ['pages-cycle', 'broken'],
  ['nested-objects', 'broken'],
])('%s is refused: %s', async (name, problem) => {
  expect(await coverBomb({ bytes: bombOf(name) })).toMatchObject(refused(problem));
});

/** So much time of a core as no file has that a limit of memory ends. */
const muchTime = { cpuMs: 3_600_000 };
const page = 'BT /F 12 Tf 30 700 Td (This page looks like any other) Tj ET';
const fewBytes = { ...muchTime, residentBytes: 200_000_000 };
const fewObjects = { ...muchTime, heapMegabytes: 48 };

test.each<[string, () => Buffer, Partial<CopyLimits>]>([
  ['a page that is never done, by its time of a core', () => bombOf('forms-doubling'), { cpuMs: 120 }],
  [
    'pages that cannot end in their time, by their pace',
    () => manyPages(400, page),
    { cpuMs: 20_000, stepCpuMs: 1, paceCpuMs: 120 },
  ],
  ['large pictures, by the memory of the process', () => manyImages(2000), fewBytes],
  ['a table of four billion characters, by the memory of objects', () => bombOf('cmap-range'), fewObjects],
])('is ended: %s', async (_, bytes, few) => {
  const covered = await coverBomb({ bytes: bytes(), limits: { ...copyLimits, ...few } });
  expect(covered).toMatchObject(refused('too_slow'));
  // The start of the process is in it.
  expect(covered.cpuMs).toBeLessThan(10_000);
});

test.each([fewBytes, fewObjects])('so little memory is enough for an ordinary page: %j', async (few) => {
  const covered = await coverBomb({ bytes: manyPages(1, page), limits: { ...copyLimits, ...few } });
  expect(covered.came).toEqual([]);
});

test('no file that stands still has more than twenty seconds', () => {
  expect(copyLimits.cpuMs + copyLimits.stepCpuMs).toBeLessThan(20_000);
  expect(copyLimits.idleLooks * LOOK_MS).toBeLessThan(20_000);
});

test('a file of heavy pages is ended once its pace shows that it cannot finish in time', () => {
  const isTooMuch = (cpuMs: number, steps: number, pages: number) =>
    cpuMs > allowedCpuMs({ steps, pages }, copyLimits);
  expect(isTooMuch(16_800, 14, 400)).toBe(true);
  // Few pages end soon, and photographs have a pace of half of it on this machine.
  expect(isTooMuch(16_800, 14, 17)).toBe(false);
  expect(isTooMuch(30_000, 30, 300)).toBe(false);
  expect(isTooMuch(16_800, 0, 0)).toBe(true);
});

test.each(['image-giant', 'forms-self', 'nested-arrays', 'page-huge'])(
  'a drawing with missing parts is never clean: %s',
  async (name) => {
    expect((await coverBomb({ bytes: bombOf(name) })).came).toContain('drawing');
  },
);

test('a table of objects that goes round is no harm', async () => {
  expect(await coverBomb({ bytes: bombOf('xref-loop') })).toMatchObject({ came: [], left: ['bomb', 'copy'] });
});

test('a picture of more pixels than a machine holds is refused', async () => {
  const bytes = pictureBombs['picture-wide']!();
  expect(await coverBomb({ bytes, isPicture: true })).toMatchObject(refused('broken'));
});
