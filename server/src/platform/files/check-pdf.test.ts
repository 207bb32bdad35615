import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, deflateRawSync } from 'node:zlib';
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
import { checkPdf } from './check-pdf.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-pdf-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const check = async (bytes: Uint8Array) => {
  const path = join(directory, 'a');
  await writeFile(path, bytes);
  const checked = await checkPdf({ path, name: '论文.pdf', sha256: hashOf(bytes), bytes: bytes.length });
  expect(await readdir(directory)).toEqual(['a']);
  return { checked, now: await readFile(path) };
};

const make = async (change: (pdf: PDFDocument) => unknown = () => {}, pages = 2, useObjectStreams = true) => {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < pages; page++) pdf.addPage([100, 100]).drawRectangle({ width: 10, height: 10 });
  await change(pdf);
  return pdf.save({ useObjectStreams });
};

/** Every object as text, contents unpacked by nobody. */
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
    const { checked, now } = await check(bytes);
    expect(checked).toMatchObject({ pages: 2, cleaned: false, file: { sha256: hashOf(bytes) } });
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
    expect((await check(bytes)).checked).toMatchObject({ cleaned: false });
  });

  test('may have as many pages as a thesis and more', async () => {
    expect((await check(await make(undefined, 2000))).checked).toMatchObject({ pages: 2000 });
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
    const { checked, now } = await check(bytes);
    expect(checked).toMatchObject({
      pages: 2,
      cleaned: true,
      file: { name: '论文.pdf', sha256: hashOf(now), bytes: now.length },
    });
    expect(await textOf(now)).not.toContain(gone);
    const pages = (await PDFDocument.load(now)).getPages();
    expect(pages.map(({ node }) => node.Contents())).not.toContain(undefined);
    expect((await check(now)).checked).toMatchObject({ cleaned: false });
  });
});

test('a script that no page leads to goes too, since another reader may find it', async () => {
  const bytes = await make((pdf) => pdf.context.register(script(pdf)), 2, false);
  const { checked, now } = await check(bytes);
  expect(checked).toMatchObject({ cleaned: true });
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
    const { checked, now } = await check(bytes);
    expect(checked).toMatchObject({ pages: 2, cleaned: true, file: { sha256: hashOf(now) } });
    const pdf = await PDFDocument.load(now, { updateMetadata: false });
    expect(pdf.isEncrypted).toBe(false);
    for (const dict of [pdf.catalog, pdf.catalog.lookup(PDFName.of('Other'), PDFDict)])
      expect(Buffer.from((dict.get(PDFName.of('Mark')) as PDFString).asBytes()).toString()).toBe(mark);
    expect(await textOf(now)).not.toMatch(/Encrypt|\/JS/);
    expect(pdf.getPages().map(drawnOn)).toEqual([rectangle, rectangle]);
    expect((await check(now)).checked).toMatchObject({ cleaned: false });
  });
});

describe('is refused:', () => {
  const problemOf = async (bytes: Uint8Array) => (await check(bytes)).checked;

  test.each([true, false])('an encrypted file, object streams %s', async (useObjectStreams) => {
    for (const algorithm of ['RC4-128', 'AES-128', 'AES-256'] as const) {
      const protect = (pdf: PDFDocument) =>
        pdf.encrypt({ userPassword: 'secret', algorithm, allowWeakCryptography: true });
      expect(await problemOf(await make(protect, 2, useObjectStreams))).toEqual({ problem: 'encrypted' });
    }
  });

  test('a broken file', async () => {
    const whole = await make();
    const pagesOf = (pdf: PDFDocument) => pdf.catalog.lookup(PDFName.of('Pages'), PDFDict);
    for (const bytes of [
      Buffer.from('%PDF-1.7\n%%EOF\n'),
      Buffer.from('PK'),
      Buffer.alloc(0),
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 'x')]),
      whole.subarray(0, whole.length / 2),
      whole.subarray(0, whole.length - 40),
      await make((pdf) => pagesOf(pdf).set(PDFName.of('Kids'), pdf.context.obj([]))),
      // A tree of pages that comes back to itself.
      await make((pdf) =>
        pagesOf(pdf).set(PDFName.of('Kids'), pdf.context.obj([pdf.catalog.get(PDFName.of('Pages'))!])),
      ),
    ])
      expect(await problemOf(bytes)).toEqual({ problem: 'broken' });
  });

  test('more pages than anybody reads', async () => {
    expect(await problemOf(await make(undefined, 2001))).toEqual({ problem: 'too_many_pages' });
  });

  /** 1100 MiB of spaces, packed one MiB at a time: a gigabyte at once would starve the tests beside it. */
  const bomb = () => {
    const mebibyte = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH });
    const header = Buffer.from([0x78, 0x01]);
    return Buffer.concat([header, ...Array.from({ length: 1100 }, () => mebibyte)]);
  };

  test('a page that unpacks to more than a gigabyte', async () => {
    const packed = bomb();
    const bytes = await make((pdf) => {
      const dict = pdf.context.obj({ Filter: 'FlateDecode', Length: packed.length });
      const ref = pdf.context.register(PDFRawStream.of(dict, packed));
      pdf.getPage(0).node.set(PDFName.of('Contents'), ref);
    });
    expect(bytes.length).toBeLessThan(10_000_000);
    expect(await problemOf(bytes)).toEqual({ problem: 'too_slow' });
  });

  test('objects that unpack to more than a gigabyte, within seconds', { timeout: 30_000 }, async () => {
    const packed = bomb();
    const head = `%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
    const bytes = Buffer.concat([
      Buffer.from(head),
      packed,
      Buffer.from('\nendstream\nendobj\nstartxref\n0\n%%EOF'),
    ]);
    expect(await problemOf(bytes)).toEqual({ problem: 'too_slow' });
  });
});
