import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { signedIn } from './factories.ts';
import { type Packed, sendFile, zip } from './file-helpers.ts';
import { startTestServer } from './harness.ts';

/** Small files that unpack to more than a machine has: refused by what they say of themselves, or stopped where they lie. */

const run = promisify(execFile);
const child = join(import.meta.dirname, 'read-sheet-child.ts');

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-bombs-'));
});
afterAll(() => rm(directory, { recursive: true }));

const MEGABYTE = 1024 * 1024;
/** What a process with a sheet of an ordinary size needs, and some more. */
const MOST_MEGABYTES = 700;

/** `text` once, then a piece so many times that it makes this many bytes, packed without ever being whole. */
const repeated = (start: string, piece: string, bytes: number, declared = bytes): Packed => {
  const block = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
  const many = block(piece.repeat(MEGABYTE / piece.length));
  const packed = [block(start), ...Array.from({ length: Math.floor(bytes / MEGABYTE) }, () => many)];
  return { packed: Buffer.concat([...packed, deflateRawSync('')]), size: declared };
};

const relationship = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relationships = (...all: string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
const row = (index: number, cells: string) => `<row r="${index}">${cells}</row>`;
const cell = (address: string, shared: number) => `<c r="${address}" t="s"><v>${shared}</v></c>`;

/** A workbook whose header is 姓名, with these strings and these rows. */
const workbook = (strings: string | Packed, rows = row(2, cell('A2', 0))) =>
  zip({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationships(relationship(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml':
      '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationships(
      relationship(1, 'worksheet', 'worksheets/sheet1.xml'),
      relationship(2, 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/sharedStrings.xml': strings,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${row(1, cell('A1', 0))}${rows}</sheetData></worksheet>`,
  });

const start = '<sst><si><t>姓名</t></si>';
const readIn = async (sheet: Buffer) => {
  const file = join(directory, 'bomb.xlsx');
  await writeFile(file, sheet);
  const { stdout } = await run(process.execPath, [child, file]);
  return JSON.parse(stdout) as { told: string; megabytes: number };
};
const strings = (declared?: number) =>
  repeated(start, '<si><t>aaaaaaa</t></si>  ', 1500 * MEGABYTE, declared);

test('an ordinary one is read', async () => {
  expect(await readIn(workbook(`${start}</sst>`))).toMatchObject({ told: '1 rows' });
});

test.each([
  ['says so', strings(), /展开后的内容过多/],
  ['says that it is small', strings(1000), /无法读取/],
  ['says nothing', strings(0), /无法读取/],
  [
    'is too large for what it is packed to',
    repeated(start, ' '.repeat(1024), 60 * MEGABYTE),
    /展开后的内容过多/,
  ],
])('one of 1.5 GB that %s', async (_, bomb, message) => {
  const sheet = workbook(bomb);
  expect(sheet.length).toBeLessThan(10 * MEGABYTE);
  const { told, megabytes } = await readIn(sheet);
  expect(told).toMatch(message);
  expect(megabytes).toBeLessThan(MOST_MEGABYTES);
});

test('one text that every cell shows', async () => {
  const rows = Array.from({ length: 1500 }, (_, index) => row(index + 2, cell(`A${index + 2}`, 1)));
  const text = `${start}<si><t>${'长'.repeat(MEGABYTE)}</t></si></sst>`;
  const { told, megabytes } = await readIn(workbook(text, rows.join('')));
  expect(told).toMatch(/展开后的内容过多/);
  expect(megabytes).toBeLessThan(MOST_MEGABYTES);
});

test('its sender is told, and the server goes on', async () => {
  const server = await startTestServer();
  const { token } = await signedIn(server.db, { roleIds: [1] });
  const bytes = workbook(strings());
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
