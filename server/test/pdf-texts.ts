import { inflateSync } from 'node:zlib';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const START = /\bstream\r?\n/g;
const HEX = /<([0-9A-Fa-f\s]{8,})>/g;

const unpack = (packed: Buffer): string => {
  try {
    return inflateSync(packed).toString('latin1');
  } catch {
    // A picture, or what is packed in another way.
    return '';
  }
};

const utf16 = (bytes: Buffer) =>
  Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le');

/** Texts found in the bytes: as they are, unpacked, and written in hexadecimal or in two bytes a letter. */
const textsInBytes = (pdf: Buffer): string => {
  const raw = pdf.toString('latin1');
  const packed = [...raw.matchAll(START)].map(({ index, 0: head }) => {
    const from = index + head.length;
    return unpack(pdf.subarray(from, raw.indexOf('endstream', from)));
  });
  const found = [raw, ...packed];
  const written = found.flatMap((text) =>
    [...text.matchAll(HEX)].flatMap(([, digits]) => {
      const bytes = Buffer.from(digits!.replaceAll(/\s/g, ''), 'hex');
      return [bytes.toString('latin1'), utf16(bytes)];
    }),
  );
  return [...found, ...written, utf16(pdf), utf16(pdf.subarray(1)), pdf.toString('utf8')].join('\n');
};

/** Texts that a viewer reads: pages, description, bookmarks, attachments, notes. */
const textsInViewer = async (pdf: Buffer): Promise<string> => {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS });
  try {
    const document = await task.promise;
    const found = [
      JSON.stringify([
        await document.getMetadata(),
        await document.getOutline(),
        await document.getAttachments(),
      ]),
    ];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const words = items.flatMap((item) => ('str' in item ? [item.str] : []));
      found.push(words.join(''), words.join(' '), JSON.stringify(await page.getAnnotations()));
    }
    return found.join('\n');
  } catch {
    // No PDF despite its name.
    return '';
  } finally {
    await task.destroy();
  }
};

const known = new Map<string, Promise<string>>();

/** Every text in a PDF. The same file is answered to many readers. */
export const pdfTexts = (pdf: Buffer): Promise<string> => {
  const key = pdf.toString('latin1');
  const texts = known.get(key) ?? textsInViewer(pdf).then((seen) => `${textsInBytes(pdf)}\n${seen}`);
  known.set(key, texts);
  return texts;
};
