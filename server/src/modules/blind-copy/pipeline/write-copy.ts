import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib';
import type { Glyph } from '@zhiping/shared/rules/blind-copy/places.ts';
import { type PagePicture, palette } from './encode-page.ts';

type CopyPage = { width: number; height: number; picture: PagePicture; glyphs: readonly Glyph[] };

/** A document of nothing but pictures and what may be read on them. */
export type Copy = { addPage: (page: CopyPage) => void; save: () => Promise<Uint8Array> };

const hex = (value: number, digits = 4) => value.toString(16).padStart(digits, '0');
const utf16 = (text: string) =>
  [...Buffer.from(text, 'utf16le').swap16()].map((byte) => hex(byte, 2)).join('');
const short = (value: number) => value.toFixed(2).replace(/\.?0+$/, '') || '0';

/** Which code stands for which characters. */
const characterMap = (codes: ReadonlyMap<string, number>) => {
  const entries = [...codes].map(([text, code]) => `<${hex(code)}> <${utf16(text)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < entries.length; at += 100) {
    const part = entries.slice(at, at + 100);
    blocks.push(`${part.length} beginbfchar`, ...part, 'endbfchar');
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CMapName /T def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks,
    'endcmap end end',
  ].join('\n');
};

const sameRun = (one: Glyph, next: Glyph) =>
  Math.abs(one.angle - next.angle) < 0.02 &&
  Math.abs(one.size - next.size) < 0.1 * one.size &&
  !one.isVertical &&
  Math.hypot(next.x - one.endX, next.y - one.endY) < 0.35 * one.size &&
  next.text.trim() !== '';

const lengthOf = (run: readonly Glyph[]) =>
  Math.hypot(run.at(-1)!.endX - run[0]!.x, run.at(-1)!.endY - run[0]!.y);

/** The text of a page as it is found and read aloud, drawn by nothing (mode 3). */
const textOf = ({ glyphs, height }: CopyPage, codeOf: (text: string) => number): string => {
  const runs: Glyph[][] = [];
  for (const glyph of glyphs) {
    if (glyph.text.trim() === '' || glyph.text.includes('\u0000')) {
      // The next word begins a run of its own, with a space before it.
      if (runs.length > 0) runs.push([]);
      continue;
    }
    const run = runs.at(-1);
    if (run?.length && sameRun(run.at(-1)!, glyph)) run.push(glyph);
    else runs.push([glyph]);
  }
  const shown = runs
    .filter((run) => run.length > 0)
    .map((run) => {
      const [first] = run as [Glyph];
      const size = first.size;
      const cos = Math.cos(-first.angle);
      const sin = Math.sin(-first.angle);
      const scale = Math.min(1000, Math.max(1, (lengthOf(run) / (size * run.length)) * 100 || 100));
      const matrix = [cos, sin, -sin, cos, first.x, height - first.y].map(short).join(' ');
      const codes = run.map(({ text }) => hex(codeOf(text))).join('');
      return `/T ${short(size)} Tf ${short(scale)} Tz ${matrix} Tm <${codes}> Tj`;
    });
  return shown.length === 0 ? '' : `BT 3 Tr\n${shown.join('\n')}\nET`;
};

/** Begin a document into which nothing of another one is copied: no information, no names, no structure. */
export const beginCopy = async (): Promise<Copy> => {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const { context } = pdf;
  const codes = new Map<string, number>();
  const codeOf = (text: string) => {
    const code = codes.get(text) ?? codes.size + 1;
    codes.set(text, code);
    return code;
  };
  const fontRef = context.nextRef();
  let coloursRef: PDFRef | undefined;
  const colours = () =>
    (coloursRef ??= context.register(
      context.obj([
        'Indexed',
        'DeviceRGB',
        palette.length / 3 - 1,
        PDFHexString.of(Buffer.from(palette).toString('hex')),
      ]),
    ));
  const pictureOf = ({ bytes, width, height, kind }: PagePicture) => {
    const bits = kind === 'grey' ? 4 : 8;
    const dict = {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      BitsPerComponent: bits,
      ColorSpace: kind === 'grey' ? 'DeviceGray' : kind === 'photo' ? 'DeviceRGB' : colours(),
      Filter: kind === 'photo' ? 'DCTDecode' : 'FlateDecode',
      ...(kind !== 'photo' && {
        DecodeParms: { Predictor: 12, Colors: 1, BitsPerComponent: bits, Columns: width },
      }),
      Length: bytes.length,
    };
    return context.register(PDFRawStream.of(context.obj(dict), bytes));
  };
  return {
    addPage: (one) => {
      const { width, height, picture } = one;
      const page = pdf.addPage([width, height]);
      const content = `q ${short(width)} 0 0 ${short(height)} 0 0 cm /P Do Q\n${textOf(one, codeOf)}`;
      page.node.set(PDFName.of('Contents'), context.register(context.flateStream(content)));
      page.node.set(
        PDFName.of('Resources'),
        context.obj({ XObject: { P: pictureOf(picture) }, Font: { T: fontRef } }),
      );
    },
    save: () => {
      const descriptor = context.register(
        context.obj({
          Type: 'FontDescriptor',
          FontName: 'Text',
          Flags: 4,
          FontBBox: [0, -250, 1000, 900],
          ItalicAngle: 0,
          Ascent: 900,
          Descent: -250,
          CapHeight: 700,
          StemV: 80,
        }),
      );
      const descendant = context.register(
        context.obj({
          Type: 'Font',
          Subtype: 'CIDFontType2',
          BaseFont: 'Text',
          CIDSystemInfo: {
            Registry: PDFHexString.fromText('Adobe'),
            Ordering: PDFHexString.fromText('Identity'),
            Supplement: 0,
          },
          FontDescriptor: descriptor,
          DW: 1000,
          CIDToGIDMap: 'Identity',
        }),
      );
      context.assign(
        fontRef,
        context.obj({
          Type: 'Font',
          Subtype: 'Type0',
          BaseFont: 'Text',
          Encoding: 'Identity-H',
          DescendantFonts: [descendant],
          ToUnicode: context.register(context.flateStream(characterMap(codes))),
        }),
      );
      // Pages lie together at the end, not each beside its picture: a viewer looks at all of them before it shows the first, and
      // would fetch the whole file for it.
      for (const { ref, node } of pdf.getPages())
        context.assign(ref, PDFDict.fromMapWithContext(new Map(node.entries()), context));
      return pdf.save({ useObjectStreams: true, addDefaultPage: false });
    },
  };
};
