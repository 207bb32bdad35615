import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { PageDoubt } from '@zhiping/shared/rules/blind-copy/kinds.ts';

export type MadeFile = { name: string; bytes: Uint8Array; wanted: string[]; doubt?: PageDoubt };

const kept = 'This sentence may be read by everybody';

type Change = (pdf: PDFDocument) => unknown;

const article = async (
  change: Change,
  lines: readonly string[] = ['Lv Xiaoming, X. M. Lu', 'xmlv@whut.edu.cn'],
) => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  const page = pdf.addPage([420, 300]);
  [kept, ...lines].forEach((line, row) => page.drawText(line, { x: 30, y: 250 - row * 24, size: 12, font }));
  await change(pdf);
  return pdf;
};

const hidden = '吕晓明 Lv Xiaoming 武汉理工大学';
const secret = () => PDFHexString.fromText(hidden);

const note = (pdf: PDFDocument, Subtype: string) => {
  const { context } = pdf;
  pdf
    .getPage(0)
    .node.set(
      PDFName.of('Annots'),
      context.obj([
        context.register(
          context.obj({ Type: 'Annot', Subtype, Rect: [20, 20, 200, 60], Contents: secret(), T: secret() }),
        ),
      ]),
    );
};

/** Every place where a file keeps what no page shows. */
const hidingPlaces: [string, Change, PageDoubt?][] = [
  [
    'information',
    (pdf) => [
      pdf.setAuthor(hidden),
      pdf.setTitle(hidden),
      pdf.setSubject(hidden),
      pdf.setKeywords([hidden]),
      pdf.setCreator(hidden),
      pdf.setProducer(hidden),
    ],
  ],
  [
    'xmp',
    ({ catalog, context }) =>
      catalog.set(
        PDFName.of('Metadata'),
        context.register(
          context.stream(`<x:xmpmeta><dc:creator>${hidden}</dc:creator></x:xmpmeta>`, {
            Type: 'Metadata',
            Subtype: 'XML',
          }),
        ),
      ),
  ],
  [
    'bookmarks',
    ({ catalog, context }) => {
      const item = context.register(context.obj({ Title: secret() }));
      catalog.set(
        PDFName.of('Outlines'),
        context.register(context.obj({ Type: 'Outlines', First: item, Last: item, Count: 1 })),
      );
    },
  ],
  ['note', (pdf) => note(pdf, 'Text'), 'notes'],
  ['free-text', (pdf) => note(pdf, 'FreeText'), 'notes'],
  ['link', (pdf) => note(pdf, 'Link')],
  ['attachment', (pdf) => pdf.attach(Buffer.from(hidden), 'cv.txt', { description: hidden })],
  [
    'piece-info',
    (pdf) =>
      pdf.getPage(0).node.set(PDFName.of('PieceInfo'), pdf.context.obj({ App: { Private: secret() } })),
  ],
  ['dead-object', ({ context }) => context.register(context.obj({ Note: secret() }))],
  ['key', ({ catalog, context }) => catalog.set(PDFName.of('LvXiaoming'), context.obj(1))],
  [
    'layer',
    (pdf) => {
      const { context, catalog } = pdf;
      const layer = context.register(context.obj({ Type: 'OCG', Name: secret() }));
      catalog.set(
        PDFName.of('OCProperties'),
        context.obj({ OCGs: [layer], D: { OFF: [layer], Order: [layer] } }),
      );
      const { node } = pdf.getPage(0);
      node.normalizedEntries();
      node.Resources()!.set(PDFName.of('Properties'), context.obj({ L: layer }));
      const fonts = node.Resources()!.lookup(PDFName.of('Font'), PDFDict);
      const content = `/OC /L BDC BT /${fonts.keys()[0]!.decodeText()} 12 Tf 30 60 Td (hidden Lv Xiaoming) Tj ET EMC`;
      node.addContentStream(context.register(context.flateStream(content)));
    },
  ],
  [
    'actual-text',
    (pdf) => {
      const { node } = pdf.getPage(0);
      node.normalizedEntries();
      node.addContentStream(
        pdf.context.register(pdf.context.flateStream(`/Span <</ActualText (Lv Xiaoming)>> BDC EMC`)),
      );
    },
  ],
  [
    'invisible',
    (pdf) => {
      const { node } = pdf.getPage(0);
      node.normalizedEntries();
      const fonts = node.Resources()!.lookup(PDFName.of('Font'), PDFDict);
      node.addContentStream(
        pdf.context.register(
          pdf.context.flateStream(
            `BT /${fonts.keys()[0]!.decodeText()} 12 Tf 3 Tr 30 60 Td (Lv Xiaoming) Tj ET`,
          ),
        ),
      );
    },
  ],
  [
    'form',
    (pdf) =>
      pdf
        .getForm()
        .createTextField('Lv Xiaoming')
        .addToPage(pdf.getPage(0), { x: 20, y: 20, width: 100, height: 20 }),
    'notes',
  ],
  [
    'structure',
    ({ catalog, context }) =>
      catalog.set(
        PDFName.of('StructTreeRoot'),
        context.register(context.obj({ Type: 'StructTreeRoot', K: [{ S: 'Figure', Alt: secret() }] })),
      ),
  ],
  [
    'identifiers',
    ({ context }) => {
      context.trailerInfo.ID = context.obj([secret(), PDFString.of('Lv Xiaoming')]);
    },
  ],
  [
    'page-labels',
    ({ catalog, context }) =>
      catalog.set(PDFName.of('PageLabels'), context.obj({ Nums: [0, { S: 'D', P: secret() }] })),
  ],
  [
    'destinations',
    (pdf) =>
      pdf.catalog.set(
        PDFName.of('Dests'),
        pdf.context.obj({ LvXiaoming: [pdf.getPage(0).ref, 'Fit'], whut: [pdf.getPage(0).ref, 'Fit'] }),
      ),
  ],
  [
    'thumbnail',
    (pdf) =>
      pdf.getPage(0).node.set(
        PDFName.of('Thumb'),
        pdf.context.register(
          pdf.context.stream('Lv Xiaoming'.padEnd(12), {
            Width: 2,
            Height: 2,
            BitsPerComponent: 8,
            ColorSpace: 'DeviceRGB',
            Name: secret(),
          }),
        ),
      ),
  ],
  [
    'output-intent',
    ({ catalog, context }) =>
      catalog.set(
        PDFName.of('OutputIntents'),
        context.obj([
          {
            Type: 'OutputIntent',
            S: 'GTS_PDFA1',
            OutputConditionIdentifier: secret(),
            Info: secret(),
            DestOutputProfile: context.register(context.stream('desc Lv Xiaoming whut', { N: 3 })),
          },
        ]),
      ),
  ],
  [
    'open-action',
    ({ catalog, context }) =>
      catalog.set(
        PDFName.of('OpenAction'),
        context.obj({ S: 'URI', URI: PDFString.of('https://www.whut.edu.cn/lvxiaoming') }),
      ),
  ],
  [
    'collection',
    ({ catalog, context }) =>
      catalog.set(
        PDFName.of('Collection'),
        context.obj({ Type: 'Collection', Schema: { LvXiaoming: { N: secret(), Subtype: 'S' } } }),
      ),
  ],
  [
    'nested-text',
    (pdf) => {
      const { context } = pdf;
      const page = pdf.getPage(0);
      page.node.normalizedEntries();
      const Font = page.node.Resources()!.lookup(PDFName.of('Font'), PDFDict);
      const font = Font.keys()[0]!.decodeText();
      const form = (content: string, XObject = {}) =>
        context.register(
          context.flateStream(content, {
            Type: 'XObject',
            Subtype: 'Form',
            BBox: [0, 0, 420, 300],
            Matrix: [1, 0, 0, 1, 5, -5],
            Resources: { Font, XObject },
          }),
        );
      const inner = form(`BT /${font} 9 Tf 30 60 Td [(L) 40 (v X) -30 (iao) 200 (m) -900 (ing)] TJ ET`);
      page.node
        .Resources()!
        .set(PDFName.of('XObject'), context.obj({ Out: form('q .8 0 0 .8 0 0 cm /In Do Q', { In: inner }) }));
      page.node.addContentStream(context.register(context.flateStream('q 1 .1 -.1 1 20 20 cm /Out Do Q')));
    },
  ],
  ['script', (pdf) => pdf.addJavaScript('main', `var author = "Lv Xiaoming"`)],
];

/** A Type 3 font of boxes, one for each letter, that says what it means. */
const typeThree = (pdf: PDFDocument, text: string, matrix: number[]) => {
  const { context } = pdf;
  const chars = [...new Set(text)];
  const code = (char: string) => chars.indexOf(char) + 65;
  const scale = Math.sign(matrix[0]!);
  const procs = Object.fromEntries(
    chars.map((char, index) => [
      `g${index}`,
      context.register(
        context.stream(
          char === ' '
            ? `${600 * scale} 0 d0`
            : `${600 * scale} 0 d0 ${50 + index * 10} 0 ${300 * scale} ${700 * Math.sign(matrix[3]!)} re f`,
        ),
      ),
    ]),
  );
  const map = chars.map(
    (char) => `<${code(char).toString(16)}> <${char.codePointAt(0)!.toString(16).padStart(4, '0')}>`,
  );
  const font = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type3',
      FontBBox: [0, 0, 1000, 1000],
      FontMatrix: matrix,
      CharProcs: procs,
      Encoding: { Type: 'Encoding', Differences: [65, ...chars.map((_, index) => `g${index}`)] },
      FirstChar: 65,
      LastChar: 64 + chars.length,
      Widths: chars.map(() => 600 * scale),
      ToUnicode: context.register(
        context.stream(
          `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${map.length} beginbfchar ${map.join('\n')} endbfchar endcmap`,
        ),
      ),
      Resources: {},
    }),
  );
  const page = pdf.getPage(0);
  page.node.normalizedEntries();
  page.node.setFontDictionary(PDFName.of('T3'), font);
  const shown = PDFString.of(Array.from(text, (char) => String.fromCharCode(code(char))).join('')).toString();
  page.node.addContentStream(context.register(context.stream(`BT /T3 12 Tf 30 90 Td ${shown} Tj ET`)));
};

const outlines = (pdf: PDFDocument) => {
  const page = pdf.getPage(0);
  for (let letter = 0; letter < 20; letter++)
    page.drawSvgPath('M0 0 C 3 -6 6 -6 8 0 C 8 6 4 8 0 4 Z', {
      x: 30 + letter * 12,
      y: 90,
      color: rgb(0, 0, 0),
    });
};

/** A line of letters as one path, which a printer's language makes of text that is filled as a path. */
const oneOutline = (pdf: PDFDocument) => {
  const letters = Array.from({ length: 20 }, (_, at) => {
    const x = 30 + at * 12;
    return `${x} 90 m ${x + 3} 96 ${x + 6} 96 ${x + 8} 90 c ${x + 8} 84 ${x + 4} 82 ${x} 86 c h`;
  });
  const { node } = pdf.getPage(0);
  node.normalizedEntries();
  node.addContentStream(pdf.context.register(pdf.context.flateStream(`${letters.join(' ')} f`)));
};

/** A font that says of each letter that it is the next one. */
const lyingFont = (pdf: PDFDocument) => {
  const { context } = pdf;
  const map = context.stream(
    'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <41> <7a> <0042> endbfrange endcmap',
  );
  const font = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', ToUnicode: context.register(map) };
  const { node } = pdf.getPage(0);
  node.normalizedEntries();
  node.setFontDictionary(PDFName.of('Lie'), context.register(context.obj(font)));
  node.addContentStream(
    context.register(context.stream('BT /Lie 12 Tf 30 90 Td (written by Lv Xiaoming alone) Tj ET')),
  );
};

/** Files whose traps are made by hand. */
export const handmade = async (): Promise<MadeFile[]> => {
  const files: MadeFile[] = [];
  const add = async (name: string, pdf: PDFDocument, doubt?: PageDoubt) =>
    files.push({
      name,
      bytes: await pdf.save({ useObjectStreams: false }),
      wanted: [kept],
      ...(doubt && { doubt }),
    });
  for (const [name, change, doubt] of hidingPlaces) await add(name, await article(change), doubt);
  await add(
    'type3',
    await article((pdf) => typeThree(pdf, 'by Lv Xiaoming now', [0.001, 0, 0, 0.001, 0, 0])),
  );
  await add(
    'type3-mirrored',
    await article((pdf) => typeThree(pdf, 'by Lv Xiaoming now', [0.001, 0, 0, -0.001, 0, 0])),
  );
  await add('outlines', await article(outlines), 'outlines');
  await add('outlines-one-path', await article(oneOutline), 'outlines');
  await add('lying-font', await article(lyingFont), 'font');
  const revised = await article((pdf) => pdf.setAuthor(hidden));
  const before = await revised.save({ useObjectStreams: false });
  files.push({
    name: 'older-revision',
    bytes: Buffer.concat([
      before,
      Buffer.from(`\n% Lv Xiaoming ${hidden}\n`),
      before.subarray(before.length - 60),
    ]),
    wanted: [kept],
  });
  return files;
};
