import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';

/* Files whose Chinese fonts are not embedded, as old Chinese programs and databases of papers make them. */

/** Bytes of a text, as digits of a content stream; the encoder of GBK is the table of its decoder. */
const gbkOf = (() => {
  const codes = new Map<string, string>();
  const decoder = new TextDecoder('gbk');
  for (let lead = 0xfe; lead > 0x80; lead--)
    for (let trail = 0xfe; trail > 0x3f; trail--)
      codes.set(
        decoder.decode(Uint8Array.of(lead, trail)),
        lead.toString(16) + trail.toString(16).padStart(2, '0'),
      );
  return (text: string) =>
    [...text].map((char) => codes.get(char) ?? char.codePointAt(0)!.toString(16).padStart(2, '0')).join('');
})();

const utf16Of = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** Names are bytes too. */
const nameOf = (text: string) => Buffer.from(gbkOf(text), 'hex').toString('latin1');

export type ChineseFont = {
  name: string;
  /** Of a font of several bytes a character. */
  map?: 'GBK-EUC-H' | 'GB-EUC-H' | 'UniGB-UCS2-H' | 'UniGB-UTF16-H';
  /** Of a simple font. */
  encoding?: 'WinAnsiEncoding' | 'MacRomanEncoding';
  flags?: number;
};

export type ChinesePage = { fonts: readonly ChineseFont[]; lines: readonly string[] };

/** Each line is drawn in the next one of the fonts of its page. Equal fonts (the same object) are one font of the file. */
export const chineseFile = async (pages: readonly ChinesePage[]): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create();
  const { context } = pdf;
  const made = new Map<ChineseFont, ReturnType<typeof context.register>>();
  const refOf = (font: ChineseFont) => {
    const known = made.get(font);
    if (known) return known;
    const BaseFont = nameOf(font.name);
    const FontDescriptor = context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: BaseFont,
        Flags: font.flags ?? 4,
        StemV: 91,
        Ascent: 859,
      }),
    );
    const simple = {
      Type: 'Font',
      Subtype: 'TrueType',
      BaseFont,
      FirstChar: 32,
      LastChar: 255,
      Widths: Array.from({ length: 224 }, () => 500),
      FontDescriptor,
      ...(font.encoding && { Encoding: font.encoding }),
    };
    const descendant = {
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('GB1'), Supplement: 2 },
      DW: 1000,
      FontDescriptor,
    };
    const ref = context.register(
      context.obj(
        font.map
          ? { Type: 'Font', Subtype: 'Type0', BaseFont, Encoding: font.map, DescendantFonts: [descendant] }
          : simple,
      ),
    );
    made.set(font, ref);
    return ref;
  };
  for (const { fonts, lines } of pages) {
    const page = pdf.addPage([595, 842]);
    const text = lines.map((line, row) => {
      const index = row % fonts.length;
      const code = fonts[index]!.map?.startsWith('UniGB') ? utf16Of : gbkOf;
      return `BT /F${index} 14 Tf 60 ${780 - 20 * row} Td <${code(line)}> Tj ET`;
    });
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(text.join('\n'))));
    const Font = Object.fromEntries(fonts.map((font, index) => [`F${index}`, refOf(font)]));
    page.node.set(PDFName.of('Resources'), context.obj({ Font }));
  }
  return pdf.save();
};
