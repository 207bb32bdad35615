import { constants, deflateRawSync } from 'node:zlib';
import { type Packed, zip } from './zip-file.ts';

/** Small workbooks that unpack to more than a machine has, and what comes of them. Made `scale` times as large as would be bad for a server. */

const MEGABYTE = 1024 * 1024;

/** `start` once, then a piece so many times that it makes so many megabytes of this scale, packed without ever being whole. */
const repeated = (
  start: string,
  piece: string,
  megabytes: number,
  scale: number,
  declared?: number,
): Packed => {
  const block = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
  const text = piece.repeat((MEGABYTE * scale) / piece.length);
  const many = block(text);
  const packed = [block(start), ...Array.from({ length: megabytes }, () => many)];
  return {
    packed: Buffer.concat([...packed, deflateRawSync('')]),
    size: declared ?? Buffer.byteLength(start) + megabytes * text.length,
  };
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
export const workbook = (...given: Parameters<typeof parts>) => zip(parts(...given));

const start = '<sst><si><t>姓名</t></si>';
export const ordinary = () => workbook(`${start}</sst>`);

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
const NO_DATA = /没有数据/;
/** The header and one more. */
const TWO_ROWS = /^1 rows$/;

/** Content that unpacks to 1.5 GB, with declared sizes. */
const declaredSizes = [
  ['says so', undefined, TOO_MUCH],
  ['says that it is small', 1000, UNREADABLE],
  ['says nothing', 0, UNREADABLE],
] as const;

/** Text shown by 1500 rows. */
const shownByAll = (text: string) =>
  workbook(
    `${start}<si>${text}</si></sst>`,
    many(1500, (index) => row(index + 2, cell(`A${index + 2}`, 1))),
  );

type Bomb = { name: string; build: () => Buffer; told: RegExp };

export const sheetBombs = (scale: number): Bomb[] => {
  const of = (count: number) => Math.ceil(count * scale);
  const pieces = (begin: string, piece: string, megabytes: number, declared?: number) =>
    repeated(begin, piece, megabytes, scale, declared);
  const strings = (declared?: number) => pieces(start, '<si><t>aaaaaaa</t></si>  ', 1500, declared);
  const bombs: [name: string, build: () => Buffer, told: RegExp][] = [
    ...declaredSizes.map(([says, declared, told]): [string, () => Buffer, RegExp] => [
      `1.5 GB that ${says}`,
      () => workbook(strings(declared)),
      told,
    ]),
    ['more than it can be packed from', () => workbook(pieces(start, ' '.repeat(1024), 60)), TOO_MUCH],
    [
      'one text that every cell shows',
      () => shownByAll(`<r><t>${'长'.repeat(of(100_000))}</t></r>`.repeat(10)),
      TOO_MUCH,
    ],
    ['a text longer than any', () => shownByAll(`<t>${'长'.repeat(of(1_000_000))}</t>`), TOO_MUCH],
    ['a format of ten million brackets', () => styled(formats('['.repeat(of(10_000_000)))), TOO_MUCH],
    ['a format of sixty thousand brackets', () => styled(formats('['.repeat(of(60_000)))), /^1000 rows$/],
    ['two hundred thousand cells in the last column', () => workbook(undefined, xfd(of(200_000))), NO_DATA],
    ['a column that no spreadsheet has', () => workbook(undefined, row(2, cell('ZZZZZZZ2', 0))), NO_DATA],
    ['millions of empty texts', () => workbook(`${start}${'<si/>'.repeat(of(3_500_000))}</sst>`), TOO_MUCH],
    [
      'a text in a million pieces',
      () => workbook(`<sst><si><t>姓名</t></si><si>${'<r><t>a</t></r>'.repeat(of(1_000_000))}</si></sst>`),
      TWO_ROWS,
    ],
    [
      'one text in a million cells',
      () =>
        workbook(
          undefined,
          many(of(1_000_000), (index) => `<row><c r="A${index + 2}" t="s"><v>0</v></c></row>`),
        ),
      /一次最多导入/,
    ],
    [
      'a million cells in one row',
      () => workbook(undefined, row(2, '<c t="s"><v>0</v></c>'.repeat(of(900_000)))),
      TWO_ROWS,
    ],
    [
      'elements in one another',
      () =>
        withSheet(
          `${header}${data}${'<a>'.repeat(of(1_000_000))}${'</a>'.repeat(of(1_000_000))}</worksheet>`,
        ),
      TOO_MUCH,
    ],
    ['tags without end', () => withSheet(pieces(`${header}${data}`, '<ab/>   ', 19)), UNREADABLE],
    ['a comment without end', () => withSheet(pieces(`${header}<!--`, '<><><><>', 19)), TOO_MUCH],
    ['a tag without end', () => withSheet(pieces(`${header}<row r="`, ' a="b" >', 19)), UNREADABLE],
    [
      'entities without end',
      () => workbook(`<sst><si><t>姓名${'&'.repeat(of(10_000_000))}</t></si></sst>`),
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
      () => withSheet(pieces('<!DOCTYPE a [', '<!ENTITY a "b">', 15)),
      TOO_MUCH,
    ],
    [
      'more attributes than a tag can have',
      () => withSheet(pieces(`${header}<row `, ' ab="cd"', 19)),
      TOO_MUCH,
    ],
    ['elements that are never closed', () => withSheet(pieces(header, '<row><c>', 19)), TOO_MUCH],
    [
      'more entries than any',
      () =>
        zip({
          ...parts(),
          ...Object.fromEntries(Array.from({ length: of(21_000) }, (_, n) => [`${n}`, ''])),
        }),
      TOO_MUCH,
    ],
    [
      'a million merged ranges',
      () =>
        withSheet(
          `${header}${data}${many(of(1_000_000), (n) => `<mergeCell ref="A${n}:B${n}"/>`)}</worksheet>`,
        ),
      TWO_ROWS,
    ],
    [
      'rules by the million',
      () =>
        withSheet(
          `${header}${data}${many(of(500_000), (n) => `<dataValidation sqref="A${n}"/><conditionalFormatting sqref="A${n}"/>`)}</worksheet>`,
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
            `${many(of(1_000_000), (n) => `<definedName name="n${n}">a!A1</definedName>`)}</workbook>`,
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
            `${many(of(10_000), (n) => `<sheet name="b${n}" r:id="rId${n + 9}"/>`)}</sheets>`,
          ),
          ...Object.fromEntries(
            Array.from({ length: of(10_000) }, (_, n) => [`xl/worksheets/b${n}.xml`, sheetOf('')]),
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
  ];
  return bombs.map(([name, build, told]) => ({ name, build, told }));
};
