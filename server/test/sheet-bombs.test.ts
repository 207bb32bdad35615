import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { readSheet } from '../src/platform/sheets/sheet-reader.ts';
import { signedIn } from './factories.ts';
import { sendFile } from './file-helpers.ts';
import { type Packed, zip } from './zip-file.ts';
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
const MAX_MEGABYTES = 500;
/** A fraction of the time limit of a reader, with room for a busy machine. */
const MAX_SECONDS = 20;

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

const sheetOf = (rows: string) =>
  `<worksheet><sheetData>${row(1, cell('A1', 0))}${rows}</sheetData></worksheet>`;

/** The parts of a workbook whose header is 姓名, with these strings and these rows. */
const parts = (strings: string | Packed = `${start}</sst>`, rows = row(2, cell('A2', 0))) => ({
  '[Content_Types].xml': '<Types/>',
  '_rels/.rels': relationships(relationship(1, 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml':
    '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relationships(
    relationship(1, 'worksheet', 'worksheets/sheet1.xml'),
    relationship(2, 'sharedStrings', 'sharedStrings.xml'),
    relationship(3, 'styles', 'styles.xml'),
  ),
  'xl/sharedStrings.xml': strings,
  'xl/styles.xml': '<styleSheet/>' as string | Packed,
  'xl/worksheets/sheet1.xml': sheetOf(rows) as string | Packed,
});
const workbook = (...given: Parameters<typeof parts>) => zip(parts(...given));

const start = '<sst><si><t>姓名</t></si>';
const readIn = async (sheet: Buffer) => {
  const file = join(directory, 'bomb.xlsx');
  await writeFile(file, sheet);
  const { stdout } = await run(process.execPath, [child, file]);
  return JSON.parse(stdout) as { told: string; megabytes: number; seconds: number };
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
  expect(megabytes).toBeLessThan(MAX_MEGABYTES);
});

test('one text that every cell shows', async () => {
  const rows = Array.from({ length: 1500 }, (_, index) => row(index + 2, cell(`A${index + 2}`, 1)));
  const text = `${start}<si><t>${'长'.repeat(MEGABYTE)}</t></si></sst>`;
  const { told, megabytes } = await readIn(workbook(text, rows.join('')));
  expect(told).toMatch(/展开后的内容过多/);
  expect(megabytes).toBeLessThan(MAX_MEGABYTES);
});

const styled = (styles: string) =>
  zip({
    ...parts(undefined, row(2, '<c r="A2" s="0"><v>1</v></c>').repeat(1000)),
    'xl/styles.xml': styles,
  });
const withSheet = (sheet: string | Packed) => zip({ ...parts(), 'xl/worksheets/sheet1.xml': sheet });
const header = `<worksheet><sheetData>${row(1, cell('A1', 0))}`;
const data = `${row(2, cell('A2', 0))}</sheetData>`;
const many = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => piece(index)).join('');
const xfd = (count: number) => many(count, (index) => row(index + 2, `<c r="XFD${index + 2}"><v>1</v></c>`));
const formats = (code: string) =>
  `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`;

const TOO_MUCH = /展开后的内容过多/;
const UNREADABLE = /无法读取/;
const REFUSED = /无法读取|展开后的内容过多/;
const NO_DATA = /没有数据/;
const TWO_ROWS = /^1 rows$/;

test.each([
  ['a format of three million brackets', () => styled(formats('['.repeat(3_000_000))), TOO_MUCH],
  ['a format of sixty thousand brackets', () => styled(formats('['.repeat(60_000))), /^1000 rows$/],
  ['two hundred thousand cells in the last column', () => workbook(undefined, xfd(200_000)), NO_DATA],
  ['a column that no spreadsheet has', () => workbook(undefined, row(2, cell('ZZZZZZZ2', 0))), NO_DATA],
  ['millions of empty texts', () => workbook(`${start}${'<si/>'.repeat(3_500_000)}</sst>`), TOO_MUCH],
  [
    'a text in a million pieces',
    () => workbook(`<sst><si><t>姓名</t></si><si>${'<r><t>a</t></r>'.repeat(1_000_000)}</si></sst>`),
    TWO_ROWS,
  ],
  [
    'one text in a million cells',
    () =>
      workbook(
        undefined,
        many(1_000_000, (index) => `<row><c r="A${index + 2}" t="s"><v>0</v></c></row>`),
      ),
    /一次最多导入/,
  ],
  [
    'a million cells in one row',
    () => workbook(undefined, row(2, '<c t="s"><v>0</v></c>'.repeat(900_000))),
    TWO_ROWS,
  ],
  [
    'elements in one another',
    () => withSheet(`${header}${data}${'<a>'.repeat(1_000_000)}${'</a>'.repeat(1_000_000)}</worksheet>`),
    TOO_MUCH,
  ],
  [
    'tags without end',
    () =>
      withSheet(
        repeated(`${header}${data}`, '<ab/>   ', 19 * MEGABYTE, 19 * MEGABYTE + header.length + data.length),
      ),
    UNREADABLE,
  ],
  ['a comment without end', () => withSheet(repeated(`${header}<!--`, '<><><><>', 19 * MEGABYTE)), TOO_MUCH],
  [
    'a tag without end',
    () => withSheet(repeated(`${header}<row r="`, ' a="b" >', 19 * MEGABYTE)),
    UNREADABLE,
  ],
  [
    'entities without end',
    () => workbook(`<sst><si><t>姓名${'&'.repeat(10_000_000)}</t></si></sst>`),
    TOO_MUCH,
  ],
  [
    'entities of entities',
    () => {
      const nested = many(20, (n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`);
      return workbook(`<!DOCTYPE sst [<!ENTITY e0 "长">${nested}]>${start}<si><t>&e20;</t></si></sst>`);
    },
    UNREADABLE,
  ],
  [
    'a list of types without end',
    () => withSheet(repeated('<!DOCTYPE a [', '<!ENTITY a "b">', 15 * MEGABYTE)),
    TOO_MUCH,
  ],
  [
    'more attributes than a tag can have',
    () => withSheet(repeated(`${header}<row `, ' ab="cd"', 19 * MEGABYTE)),
    TOO_MUCH,
  ],
  ['elements that are never closed', () => withSheet(repeated(header, '<row><c>', 19 * MEGABYTE)), TOO_MUCH],
  [
    'more entries than any',
    () => zip({ ...parts(), ...Object.fromEntries(Array.from({ length: 21_000 }, (_, n) => [`${n}`, ''])) }),
    TOO_MUCH,
  ],
  [
    'a million merged ranges',
    () =>
      withSheet(`${header}${data}${many(1_000_000, (n) => `<mergeCell ref="A${n}:B${n}"/>`)}</worksheet>`),
    TWO_ROWS,
  ],
  [
    'rules by the million',
    () =>
      withSheet(
        `${header}${data}${many(500_000, (n) => `<dataValidation sqref="A${n}"/><conditionalFormatting sqref="A${n}"/>`)}</worksheet>`,
      ),
    TWO_ROWS,
  ],
  [
    'a million names',
    () =>
      zip({
        ...parts(),
        'xl/workbook.xml': parts()['xl/workbook.xml'].replace(
          '</workbook>',
          `${many(1_000_000, (n) => `<definedName name="n${n}">a!A1</definedName>`)}</workbook>`,
        ),
      }),
    TWO_ROWS,
  ],
  [
    'ten thousand sheets',
    () =>
      zip({
        ...parts(),
        'xl/workbook.xml': parts()['xl/workbook.xml'].replace(
          '</sheets>',
          `${many(10_000, (n) => `<sheet name="b${n}" r:id="rId${n + 9}"/>`)}</sheets>`,
        ),
        ...Object.fromEntries(
          Array.from({ length: 10_000 }, (_, n) => [`xl/worksheets/b${n}.xml`, sheetOf('')]),
        ),
      }),
    TWO_ROWS,
  ],
  ['a row far below', () => workbook(undefined, row(1_048_576, cell('A1048576', 0))), TWO_ROWS],
  [
    'the strings for its sheet',
    () => {
      const { 'xl/_rels/workbook.xml.rels': relations, ...others } = parts();
      return zip({
        ...others,
        'xl/_rels/workbook.xml.rels': relations.replace('sharedStrings.xml', 'worksheets/sheet1.xml'),
      });
    },
    /表头缺少|没有数据/,
  ],
])('a workbook with %s', async (_, build, message) => {
  const { told, megabytes, seconds } = await readIn(build());
  expect(told).toMatch(message);
  expect(megabytes).toBeLessThan(MAX_MEGABYTES);
  expect(seconds).toBeLessThan(MAX_SECONDS);
});

/** The last entry of the central directory, which is the sheet, with a number changed; or, without a position, the end of the file. */
const broken = (change: (bytes: Buffer, entry: number, end: number) => void) => {
  const bytes = workbook();
  change(bytes, bytes.lastIndexOf('PK\u0001\u0002'), bytes.indexOf('PK\u0005\u0006'));
  return bytes;
};

test.each([
  ['deflate64', broken((bytes, entry) => bytes.writeUInt16LE(9, entry + 10))],
  ['encryption', broken((bytes, entry) => bytes.writeUInt16LE(1, entry + 8))],
  ['sizes of ZIP64', broken((bytes, entry) => bytes.writeUInt32LE(0xff_ff_ff_ff, entry + 24))],
  ['a count of ZIP64', broken((bytes, _, end) => bytes.writeUInt16LE(0xff_ff, end + 10))],
  ['a directory beyond its end', broken((bytes, _, end) => bytes.writeUInt32LE(0xff_ff_ff, end + 16))],
  ['an entry beyond its end', broken((bytes, entry) => bytes.writeUInt32LE(0xff_ff_ff, entry + 42))],
  ['a smaller size than it has', broken((bytes, entry) => bytes.writeUInt32LE(0xff_ff_ff, entry + 20))],
  [
    'one name twice',
    Buffer.from(
      workbook()
        .toString('latin1')
        .replaceAll('_rels/.rels', '[Content_Ty')
        .replaceAll('[Content_Types].xml', '[Content_Ty'),
      'latin1',
    ),
  ],
])('an archive with %s', async (_, sheet) => {
  await expect(readSheet(sheet, ['姓名'], 2000)).rejects.toThrow(REFUSED);
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
