import { crc32, deflateSync } from 'node:zlib';

/* Small files that take more time or memory than a machine has, each by another way of drawing or unpacking. */

const MEGABYTE = 1024 * 1024;

type Objects = Record<number, string | Buffer>;

/** A PDF of these objects, the first its catalog. */
const fileOf = (objects: Objects, trailer = ''): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const at = new Map<number, number>();
  let length = parts[0]!.length;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [number, body] of Object.entries(objects)) {
    at.set(Number(number), length);
    add(Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]));
  }
  const start = length;
  const size = Math.max(...at.keys()) + 1;
  const rows = Array.from({ length: size - 1 }, (_, index) => {
    const offset = at.get(index + 1);
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`));
  add(
    Buffer.from(
      `trailer\n<</Size ${size}/Root 1 0 R${trailer.replace('HERE', String(start))}>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
};

const stream = (bytes: Buffer | string, dict = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`<<${dict}/Length ${Buffer.byteLength(bytes)}>>\nstream\n`),
    Buffer.from(bytes),
    Buffer.from('\nendstream'),
  ]);
const packed = (bytes: Buffer | string, dict = '') =>
  stream(deflateSync(bytes, { level: 9 }), `${dict}/Filter/FlateDecode`);

const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const page = (resources = '', box = '0 0 595 842', more = '') =>
  `<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>${resources}>>${more}>>`;

/** One page with this content and what it uses. */
const onePage = (
  content: Buffer,
  { resources = '', box = '0 0 595 842', more = '' } = {},
  others: Objects = {},
) =>
  fileOf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: page(resources, box, more),
    4: content,
    5: font,
    ...others,
  });

const hello = 'BT /F 12 Tf 30 700 Td (This page looks like any other) Tj ET\n';

/** So many pages, that may share what is on them. */
export const manyPages = (count: number, content: string) =>
  fileOf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${Array.from({ length: count }, (_, index) => `${index + 6} 0 R`).join(' ')}]/Count ${count}>>`,
    4: packed(content),
    5: font,
    ...Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 6, page()])),
  });

/** One page called by two million names. */
const samePage = () =>
  fileOf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${'3 0 R '.repeat(2_000_000)}]/Count 2000000>>`,
    3: page(),
    4: packed(hello),
    5: font,
  });

const image = (width: number, height: number, bytes: Buffer, dict: string) =>
  stream(bytes, `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${dict}`);
const drawn = (names: readonly string[]) =>
  packed(`${hello}${names.map((name) => `q 500 0 0 500 40 40 cm /${name} Do Q`).join('\n')}`);
const flatImage = (width: number, height: number, bits: number, colours: string, channels: number) =>
  image(
    width,
    height,
    deflateSync(Buffer.alloc(Math.ceil((width * bits * channels) / 8) * height, 0x5a), { level: 1 }),
    `/BitsPerComponent ${bits}/ColorSpace/${colours}/Filter/FlateDecode`,
  );

/** Many pictures of so many pixels in a row. */
export const manyImages = (side: number) =>
  withImages(Array.from({ length: 12 }, () => flatImage(side, side, 8, 'DeviceRGB', 3)));

const withImages = (images: readonly Buffer[]) =>
  onePage(
    drawn(images.map((_, index) => `I${index}`)),
    { resources: `/XObject<<${images.map((_, index) => `/I${index} ${index + 6} 0 R`).join(' ')}>>` },
    Object.fromEntries(images.map((one, index) => [index + 6, one])),
  );

/** Forms of which each draws the next one so many times. */
const forms = (levels: number, times: number, last: string) =>
  onePage(
    packed(`${hello}/X0 Do`),
    { resources: '/XObject<</X0 6 0 R>>' },
    Object.fromEntries(
      Array.from({ length: levels }, (_, level) => {
        const next = level + 1 === levels ? null : `/X${level + 1}`;
        return [
          level + 6,
          packed(
            next ? `${next} Do `.repeat(times) : last,
            `/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</Font<</F 5 0 R>>${next ? `/XObject<<${next} ${level + 7} 0 R>>` : ''}>>`,
          ),
        ];
      }),
    ),
  );

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A picture of one colour, so wide and so high. */
const flatPng = (width: number, height: number) => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min((width * 3 + 1) * height, 300 * MEGABYTE)), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const heavyPage = Array.from(
  { length: 60_000 },
  (_, index) => `${(index * 37) % 500} ${(index * 91) % 800} 80 80 re f`,
).join('\n');

const makers: Record<string, () => Buffer> = {
  'nested-arrays': () => onePage(packed(`${'['.repeat(3_000_000)}${hello}`)),
  'nested-objects': () => onePage(packed(hello), { more: `/Nest ${'['.repeat(2_000_000)}` }),
  'nested-saves': () => onePage(packed('q '.repeat(4_000_000) + hello)),
  'flate-spaces': () => onePage(packed(Buffer.alloc(1500 * MEGABYTE, ' '))),
  'flate-operators': () => onePage(packed(Buffer.alloc(600 * MEGABYTE, 'q Q '))),
  'flate-twice': () =>
    onePage(
      stream(
        deflateSync(deflateSync(Buffer.alloc(1900 * MEGABYTE, ' '), { level: 9 }), { level: 9 }),
        '/Filter[/FlateDecode/FlateDecode]',
      ),
    ),
  'pages-5000': () => manyPages(5000, hello),
  'pages-same': samePage,
  'pages-cycle': () =>
    fileOf({ 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 100000>>' }),
  'pages-heavy': () => manyPages(400, `${hello}${heavyPage}`),
  'operators-million': () =>
    onePage(
      packed(
        hello +
          Array.from({ length: 1_000_000 }, (_, index) => `${index % 595} ${index % 842} 3 3 re f`).join(
            '\n',
          ),
      ),
    ),
  'glyphs-million': () =>
    onePage(packed(`BT /F 5 Tf 30 700 Td ${'(wuhan university) Tj 0 -.001 Td\n'.repeat(120_000)} ET`)),
  'glyphs-scattered': () =>
    onePage(
      packed(
        `BT /F 3 Tf ${Array.from({ length: 60_000 }, (_, index) => `1 0 0 1 ${(index * 37.3) % 590} ${(index * 17.7) % 840} Tm (a) Tj`).join('\n')} ET`,
      ),
    ),
  'glyphs-turned': () =>
    onePage(
      packed(
        `BT /F 9 Tf ${Array.from({ length: 40_000 }, (_, index) => `${Math.cos(index).toFixed(4)} ${Math.sin(index).toFixed(4)} ${(-Math.sin(index)).toFixed(4)} ${Math.cos(index).toFixed(4)} ${(index * 37.3) % 590} ${(index * 17.7) % 840} Tm (ab) Tj`).join('\n')} ET`,
      ),
    ),
  'image-giant': () => withImages([flatImage(30_000, 30_000, 1, 'DeviceGray', 1)]),
  'image-many': () => manyImages(7000),
  'image-ccitt': () =>
    withImages([
      image(
        8000,
        7900,
        Buffer.alloc(2 * MEGABYTE, 0x35),
        '/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 8000/Rows 7900>>',
      ),
    ]),
  'forms-doubling': () => forms(40, 2, hello),
  'forms-wide': () => forms(4, 60, hello),
  'forms-self': () =>
    onePage(
      packed(`${hello}/X Do`),
      { resources: '/XObject<</X 6 0 R>>' },
      {
        6: packed(
          '/X Do /X Do',
          '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</XObject<</X 6 0 R>>>>',
        ),
      },
    ),
  'xref-loop': () => {
    const whole = onePage(packed(hello)).toString('latin1');
    const at = whole.lastIndexOf('xref\n0');
    return Buffer.from(whole.replace('/Root 1 0 R>>', `/Root 1 0 R/Prev ${at}>>`), 'latin1');
  },
  'page-huge': () => onePage(packed(hello), { box: '0 0 100000000 100000000' }),
  'page-long': () => onePage(packed(hello), { box: '0 0 0.01 14400' }),
  'pattern-tiny': () =>
    onePage(
      packed('/Pattern cs /P scn 0 0 595 842 re f '.repeat(200)),
      { resources: '/Pattern<</P 6 0 R>>' },
      {
        6: packed(
          `BT /F 1 Tf ${'(aaaa) Tj '.repeat(5000)} ET`,
          '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 3000 3000]/XStep .01/YStep .01/Resources<</Font<</F 5 0 R>>>>',
        ),
      },
    ),
  'function-shading': () =>
    onePage(
      packed('/S sh '.repeat(200)),
      { resources: '/Shading<</S 6 0 R>>' },
      {
        6: '<</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 1 0 1]/Matrix[595 0 0 842 0 0]/Function 7 0 R>>',
        7: packed(
          `{ ${'sin exch cos exch 2 copy mul sqrt exch atan 360 div exch '.repeat(4000)} dup }`,
          '/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]',
        ),
      },
    ),
  'groups-nested': () =>
    onePage(
      packed('/G gs /X0 Do'),
      { resources: '/ExtGState<</G<</ca .5>>>>/XObject<</X0 6 0 R>>' },
      Object.fromEntries(
        Array.from({ length: 200 }, (_, level) => [
          level + 6,
          packed(
            level === 199 ? hello : `/G gs /X${level + 1} Do`,
            `/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency/I true>>/Resources<</Font<</F 5 0 R>>/ExtGState<</G<</ca .5>>>>/XObject<</X${level + 1} ${level + 7} 0 R>>>>`,
          ),
        ]),
      ),
    ),
  'cmap-range': () =>
    onePage(
      packed('BT /T 12 Tf 30 700 Td <0041> Tj ET'),
      { resources: '/Font<</T 6 0 R>>' },
      {
        6: '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding 7 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/W[0 4294967295 500]>>]/ToUnicode 7 0 R>>',
        7: packed(
          `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange 1 begincidrange <00000000> <ffffffff> 0 endcidrange 1 beginbfrange <00000000> <ffffffff> <0041> endbfrange endcmap`,
          '/Type/CMap/CMapName/A',
        ),
      },
    ),
  'notes-million': () =>
    onePage(packed(hello), {
      more: `/Annots[${'<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>'.repeat(400_000)}]`,
    }),
  'path-long': () =>
    onePage(
      packed(
        `${hello}0 0 m ${Array.from({ length: 700_000 }, (_, index) => `${(index * 7919) % 595} ${(index * 104729) % 842} l`).join('\n')} f*`,
      ),
    ),
  'dash-tiny': () => onePage(packed(`${hello}[.0001 .0001] 0 d 0 0 m 595 842 l S `.repeat(50))),
};

export const bombNames = Object.keys(makers);
export const bombOf = (name: string): Buffer => makers[name]!();

/** Pictures that are few bytes and many pixels. */
export const pictureBombs: Record<string, () => Buffer> = {
  'picture-wide': () => flatPng(40_000, 40_000),
  'picture-cut': () => flatPng(60_000, 2),
};
