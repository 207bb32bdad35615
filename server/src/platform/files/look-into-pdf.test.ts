import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  decodePDFRawStream,
  type PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bombOf } from '../../../scripts/blind-corpus/bombs.ts';
import { pageBomb, pagesOf } from '../../../test/pdf-bombs.ts';
import { lookIntoPdf } from './look-into-pdf.ts';
import { pdfLimits } from './pdf-limits.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-pdf-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Limits at their real size: check-pdf.long.test.ts. */
const few = { ...pdfLimits, pages: 20, inflatedBytes: pdfLimits.inflatedBytes / 100 };

const look = async (bytes: Uint8Array) => {
  const own = await mkdtemp(join(directory, 'one-'));
  const path = join(own, 'a');
  await writeFile(path, bytes);
  const looked = await lookIntoPdf(path, few);
  expect(await readdir(own)).toEqual(['a']);
  return { looked, now: await readFile(path) };
};

const make = async (change: (pdf: PDFDocument) => unknown = () => {}, pages = 2, useObjectStreams = true) => {
  const pdf = await pagesOf(pages);
  await change(pdf);
  return pdf.save({ useObjectStreams });
};

/** All objects as text, contents left packed. */
const textOf = async (bytes: Uint8Array) => {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false });
  return context
    .enumerateIndirectObjects()
    .map(([, object]) => (object instanceof PDFRawStream ? object.dict : object).toString())
    .join('\n');
};

const script = (pdf: PDFDocument, text = 'app.alert(1)') =>
  pdf.context.obj({ Type: 'Action', S: 'JavaScript', JS: PDFString.of(text) });

describe('a PDF with nothing active', () => {
  test.each([true, false])('keeps its bytes, object streams %s', async (useObjectStreams) => {
    const bytes = await make(undefined, 2, useObjectStreams);
    const { looked, now } = await look(bytes);
    expect(looked).toMatchObject({ pages: 2, cleaned: false });
    expect(now.equals(bytes)).toBe(true);
  });

  test('may have resources called like actions', async () => {
    const bytes = await make((pdf) => {
      const font = pdf.context.register(
        pdf.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Courier' }),
      );
      pdf
        .getPage(0)
        .node.set(
          PDFName.of('Resources'),
          pdf.context.obj({ Font: { AA: font, JS: font, EF: font, XFA: font } }),
        );
    });
    expect((await look(bytes)).looked).toMatchObject({ cleaned: false });
  });

  test('may have as many pages as its limit', async () => {
    expect((await look(await make(undefined, few.pages))).looked).toMatchObject({ pages: few.pages });
  });
});

const active: Record<string, [change: (pdf: PDFDocument) => unknown, gone: string]> = {
  'a script that runs when it is opened': [
    (pdf) => pdf.catalog.set(PDFName.of('OpenAction'), pdf.context.register(script(pdf))),
    'alert',
  ],
  'named scripts': [(pdf) => pdf.addJavaScript('main', 'app.alert(1)'), '/JS'],
  'a program behind a link': [
    (pdf) => {
      const A = pdf.context.obj({ S: 'Launch', F: PDFString.of('calc.exe') });
      const link = pdf.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A });
      pdf.getPage(0).node.set(PDFName.of('Annots'), pdf.context.obj([pdf.context.register(link)]));
    },
    'calc.exe',
  ],
  'a script after another action': [
    (pdf) =>
      pdf.catalog.set(
        PDFName.of('OpenAction'),
        pdf.context.obj({ S: 'Named', N: 'NextPage', Next: [script(pdf)] }),
      ),
    'alert',
  ],
  'actions of a page': [
    (pdf) =>
      pdf
        .getPage(1)
        .node.set(
          PDFName.of('AA'),
          pdf.context.obj({ O: { S: 'URI', URI: PDFString.of('http://example.com') } }),
        ),
    'example.com',
  ],
  'an embedded file': [(pdf) => pdf.attach(Buffer.from('MZ'), 'tool.exe'), 'EmbeddedFile'],
  'an embedded file of a page': [
    (pdf) => {
      const F = pdf.context.register(pdf.context.stream('MZ'));
      const FS = { Type: 'Filespec', EF: { F } };
      pdf.getPage(0).node.set(
        PDFName.of('Annots'),
        pdf.context.obj([
          { Type: 'Annot', Subtype: 'FileAttachment', FS },
          { Type: 'Annot', Subtype: 'Text', FS },
        ]),
      );
    },
    '/EF',
  ],
  'an XFA form': [
    (pdf) => {
      const XFA = pdf.context.register(pdf.context.stream('<xdp/>'));
      pdf.catalog.set(PDFName.of('AcroForm'), pdf.context.obj({ Fields: [], XFA }));
    },
    '/XFA',
  ],
};

describe('is taken out and the rest stays:', () => {
  test.each(Object.entries(active))('%s', async (_, [change, gone]) => {
    const bytes = await make(change);
    expect(await textOf(bytes)).toContain(gone);
    const { looked, now } = await look(bytes);
    expect(looked).toEqual({ pages: 2, cleaned: true });
    expect(await textOf(now)).not.toContain(gone);
    const pages = (await PDFDocument.load(now)).getPages();
    expect(pages.map(({ node }) => node.Contents())).not.toContain(undefined);
    expect((await look(now)).looked).toMatchObject({ cleaned: false });
  });
});

test('a script that no page leads to goes too, since another reader may find it', async () => {
  const bytes = await make((pdf) => pdf.context.register(script(pdf)), 2, false);
  const { looked, now } = await look(bytes);
  expect(looked).toMatchObject({ cleaned: true });
  expect(await textOf(now)).not.toContain('alert');
});

const drawnOn = ({ node }: PDFPage) => {
  const contents = node.Contents() as PDFArray;
  const [stream] = contents.asArray().map((ref) => node.context.lookup(ref) as PDFRawStream);
  return Buffer.from(decodePDFRawStream(stream!).decode()).toString();
};
const rectangle = expect.stringMatching(/0 0 m\s10 0 l\s10 10 l\s0 10 l/);

/** With a bracket and a stroke, which would mean something between brackets. */
const mark = 'a)b\\c((';
const literal = (bytes: Uint8Array) =>
  PDFString.of([...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''));

describe('a PDF that only forbids printing or copying', () => {
  const algorithms = ['RC4-40', 'RC4-128', 'AES-128', 'AES-256'] as const;
  const cases = algorithms.flatMap((algorithm) => [true, false].map((packed) => ({ algorithm, packed })));
  test.each(cases)('is kept without its encryption: $algorithm, object streams $packed', async (one) => {
    const bytes = await make(
      (pdf) => {
        pdf.addJavaScript('main', 'app.alert(1)');
        pdf.encrypt({ ownerPassword: 'owner', algorithm: one.algorithm, allowWeakCryptography: true });
        // The library encrypts no texts itself. In object streams they are not encrypted once more.
        const { context, catalog } = pdf;
        const encrypted = (ref: PDFRef) =>
          literal(context.security!.getEncryptFn(ref.objectNumber, ref.generationNumber)(Buffer.from(mark)));
        catalog.set(PDFName.of('Mark'), encrypted(context.trailerInfo.Root as PDFRef));
        const ref = context.nextRef();
        context.assign(ref, context.obj({ Mark: one.packed ? literal(Buffer.from(mark)) : encrypted(ref) }));
        catalog.set(PDFName.of('Other'), ref);
      },
      2,
      one.packed,
    );
    const { looked, now } = await look(bytes);
    expect(looked).toMatchObject({ pages: 2, cleaned: true });
    const pdf = await PDFDocument.load(now, { updateMetadata: false });
    expect(pdf.isEncrypted).toBe(false);
    for (const dict of [pdf.catalog, pdf.catalog.lookup(PDFName.of('Other'), PDFDict)])
      expect(Buffer.from((dict.get(PDFName.of('Mark')) as PDFString).asBytes()).toString()).toBe(mark);
    expect(await textOf(now)).not.toMatch(/Encrypt|\/JS/);
    expect(pdf.getPages().map(drawnOn)).toEqual([rectangle, rectangle]);
    expect((await look(now)).looked).toMatchObject({ cleaned: false });
  });
});

describe('is refused:', () => {
  const problemOf = async (bytes: Uint8Array) => (await look(bytes)).looked;

  test.each([true, false])('an encrypted file, object streams %s', async (useObjectStreams) => {
    for (const algorithm of ['RC4-128', 'AES-128', 'AES-256'] as const) {
      const protect = (pdf: PDFDocument) =>
        pdf.encrypt({ userPassword: 'secret', algorithm, allowWeakCryptography: true });
      expect(await problemOf(await make(protect, 2, useObjectStreams))).toEqual({ problem: 'encrypted' });
    }
  });

  test('a broken file', async () => {
    const whole = await make();
    const treeOf = (pdf: PDFDocument) => pdf.catalog.lookup(PDFName.of('Pages'), PDFDict);
    for (const bytes of [
      Buffer.from('%PDF-1.7\n%%EOF\n'),
      Buffer.from('PK'),
      Buffer.alloc(0),
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 'x')]),
      whole.subarray(0, whole.length / 2),
      whole.subarray(0, whole.length - 40),
      await make((pdf) => treeOf(pdf).set(PDFName.of('Kids'), pdf.context.obj([]))),
      // A tree of pages that comes back to itself.
      await make((pdf) =>
        treeOf(pdf).set(PDFName.of('Kids'), pdf.context.obj([pdf.catalog.get(PDFName.of('Pages'))!])),
      ),
    ])
      expect(await problemOf(bytes)).toEqual({ problem: 'broken' });
  });

  test('more pages than allowed', async () => {
    expect(await problemOf(await make(undefined, few.pages + 1))).toEqual({ problem: 'too_many_pages' });
  });

  test('a page that unpacks to more than its limit', async () => {
    expect(await problemOf(await pageBomb(3))).toEqual({ problem: 'too_slow' });
  });
});

describe('what no viewer draws is refused', () => {
  const box = (
    name: string,
    side: number,
    of: (pdf: PDFDocument) => PDFDict = (pdf) => pdf.getPage(1).node,
  ) =>
    make((pdf) => {
      pdf.getPage(1).node.delete(PDFName.of('MediaBox'));
      of(pdf).set(PDFName.of(name), pdf.context.obj([-10, 0, 100, side]));
    });
  const parentOf = (pdf: PDFDocument) => pdf.catalog.lookup(PDFName.of('Pages')) as PDFDict;

  /** A form that draws itself, its name and the operator parted by this. */
  const drawnBy = (between: string) =>
    make((pdf) => {
      const form = pdf.context.nextRef();
      const drawing = `/X${between}Do`;
      const Resources = { XObject: { X: form } };
      pdf.context.assign(
        form,
        pdf.context.stream(drawing, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], Resources }),
      );
      const { node } = pdf.getPage(0);
      node.set(PDFName.of('Resources'), pdf.context.obj(Resources));
      node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.stream(drawing)));
    });

  test.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
    ['a page of 200 inches', () => box('MediaBox', 14_400), 'huge_page'],
    ['a page that is cut to 200 inches', () => box('CropBox', 14_400), 'huge_page'],
    ['a page of 200 inches by the tree of pages', () => box('MediaBox', 14_400, parentOf), 'huge_page'],
    [
      'a page of large units',
      () => make((pdf) => pdf.getPage(0).node.set(PDFName.of('UserUnit'), pdf.context.obj(144))),
      'huge_page',
    ],
    ['a picture of 30 000 pixels a side', () => bombOf('image-giant'), 'huge_picture'],
    ['a form that draws itself', () => bombOf('forms-self'), 'nested'],
    ['a form that draws itself after a null byte', () => drawnBy('\0'), 'nested'],
    ['a form that draws itself after comments', () => drawnBy('%a\r %/X Do\n'), 'nested'],
    ['forms that each draw the next one twice', () => bombOf('forms-doubling'), 'nested'],
    ['few forms that each draw the next one many times', () => bombOf('forms-wide'), 'nested'],
    ['two hundred forms one in another', () => bombOf('groups-nested'), 'nested'],
  ])('%s', async (_, bytes, problem) => {
    const made = await bytes();
    const { looked, now } = await look(made);
    expect(looked).toEqual({ problem });
    expect(now.equals(made)).toBe(true);
  });

  test('posters, photographs, and figures within figures are drawn', async () => {
    const bytes = await make(async (pdf) => {
      pdf.getPage(0).setSize(3370, 4768);
      let inner = pdf;
      for (let level = 0; level < 4; level++) {
        const outer = await pagesOf(1);
        const [figure] = await outer.embedPdf(await inner.save(), [0]);
        outer.getPage(0).drawPage(figure!);
        inner = outer;
      }
      const [figure] = await pdf.embedPdf(await inner.save(), [0]);
      for (let at = 0; at < 50; at++) pdf.getPage(1).drawPage(figure!, { x: at });
    });
    expect((await look(bytes)).looked).toMatchObject({ pages: 2, cleaned: false });
  });
});
