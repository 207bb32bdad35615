import { expect, test } from 'vitest';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { type SheetLimits, sheetLimits } from '../src/platform/sheets/sheet-limits.ts';
import { readSheets } from '../src/platform/sheets/sheet-reader.ts';
import { brokenArchives } from './broken-archives.ts';
import { signedIn } from './factories.ts';
import { sendFile } from './file-helpers.ts';
import { startTestServer } from './harness.ts';
import { ordinary, sheetBombs } from './sheet-bombs.ts';

/** A hundredth of what a server is asked, under a hundredth of its limits; in full in sheet-bombs.long.test.ts. */

const SCALE = 0.01;
const small: SheetLimits = {
  ...sheetLimits,
  entries: sheetLimits.entries * SCALE,
  unpackedBytes: sheetLimits.unpackedBytes * SCALE,
  anyRatioUntil: sheetLimits.anyRatioUntil * SCALE,
  partBytes: sheetLimits.partBytes * SCALE,
  elements: sheetLimits.elements * SCALE,
  strings: sheetLimits.strings * SCALE,
  textChars: sheetLimits.textChars * SCALE,
};

const tell = (sheet: Uint8Array, limits: Partial<SheetLimits> = {}) =>
  readSheets(sheet, { headers: ['姓名'], maxRows: 2000, limits: { ...small, ...limits } }).then(
    ({ rows }) => `${rows.length} rows`,
    (error: Error) => error.message,
  );

test('an ordinary one is read', async () => {
  expect(await tell(ordinary())).toBe('1 rows');
});

test.each(sheetBombs(SCALE))('a workbook with $name', async ({ build, told }) => {
  expect(await tell(build())).toMatch(told);
});

const wide = { elements: 6_000_000, unpackedBytes: 1e9, anyRatioUntil: 1e9, strings: 2_000_000 };
const manyTexts = () =>
  sheetBombs(0.3)
    .find(({ name }) => name === 'millions of empty texts')!
    .build();

test.each<[string, Partial<SheetLimits>]>([
  ['time of a core', { cpuMs: 20 }],
  ['memory of objects', { heapMegabytes: 8 }],
])('a workbook that takes more than it may is stopped: %s', async (_, few) => {
  expect(await tell(manyTexts(), wide)).toBe('1 rows');
  expect(await tell(manyTexts(), { ...wide, ...few })).toMatch('无法读取');
});

test('a workbook that is not read in time by the clock is given up', async () => {
  expect(await tell(ordinary(), { silentMs: 1 })).toMatch('无法读取');
});

test.each(brokenArchives)('an archive with %s', async (_, sheet) => {
  expect(await tell(sheet)).toMatch(/无法读取|展开后的内容过多/);
});

test('its sender gets an answer, and the server goes on', async () => {
  const server = await startTestServer();
  const { token } = await signedIn(server.db, { roleIds: [1] });
  const bytes = sheetBombs(1)[0]!.build();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => sendFile(server, userApi.import, { name: 'a.xlsx', bytes }, { token })),
  );
  for (const { error } of answers)
    expect(error).toMatchObject({
      status: 400,
      code: 'import.too_large',
      message: expect.stringContaining('内容过多'),
    });
  await server.close();
});
