import { inflateSync } from 'node:zlib';
import { decodePDFRawStream, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import type { Place } from '@zhiping/shared/rules/blind-copy/places.ts';
import type { Drawn } from './draw-page.ts';

const MIN_DIFFERENCE = 24;

/** Compares whole rows first: nearly all rows are equal, and so are most pixels of the others. */
const wholeNumbers = ({ buffer, byteOffset, length }: Uint8ClampedArray) =>
  new Uint32Array(buffer, byteOffset, length >> 2);
const rowOf = ({ buffer, byteOffset }: Uint8ClampedArray, row: number, bytes: number) =>
  Buffer.from(buffer, byteOffset + row * bytes, bytes);

/** How many pixels two drawings of a page differ in outside of what is covered. */
export const differingOutside = (
  before: Uint8ClampedArray,
  after: Uint8ClampedArray,
  { width, height }: Pick<Drawn, 'width' | 'height'>,
  places: readonly Place[],
  scale: number,
): number => {
  const turned = places.map(({ x, y, width: w, height: h, angle }) => ({
    x: x * scale,
    y: y * scale,
    right: w * scale,
    down: h * scale,
    cos: Math.cos(-angle),
    sin: Math.sin(-angle),
  }));
  const [one, other] = [wholeNumbers(before), wholeNumbers(after)];
  let outside = 0;
  for (let row = 0; row < height; row++) {
    if (rowOf(before, row, width * 4).equals(rowOf(after, row, width * 4))) continue;
    for (let column = 0, at = row * width * 4; column < width; column++, at += 4) {
      if (one[at >> 2] === other[at >> 2]) continue;
      const difference =
        Math.abs(before[at]! - after[at]!) +
        Math.abs(before[at + 1]! - after[at + 1]!) +
        Math.abs(before[at + 2]! - after[at + 2]!);
      if (difference < MIN_DIFFERENCE) continue;
      const isCovered = turned.some(({ x, y, right, down, cos, sin }) => {
        const dx = column + 0.5 - x;
        const dy = row + 0.5 - y;
        const along = dx * cos - dy * sin;
        const below = dx * sin + dy * cos;
        return along >= -0.5 && below >= -0.5 && along <= right + 0.5 && below <= down + 0.5;
      });
      if (!isCovered) outside += 1;
    }
  }
  return outside;
};

const MIN_NEEDLE = 4;

const writtenForms = (word: string) => {
  const utf8 = Buffer.from(word, 'utf8');
  const little = Buffer.from(word, 'utf16le');
  const big = Buffer.from(little).swap16();
  const plain = [utf8, little, big].filter((bytes) => bytes.length >= MIN_NEEDLE);
  const digits = plain.flatMap((bytes) => {
    const text = bytes.toString('hex');
    return [Buffer.from(text), Buffer.from(text.toUpperCase())];
  });
  return [...plain, ...digits];
};

const unpacked = ({ dict, contents }: PDFRawStream): Uint8Array[] => {
  const isPicture = dict.get(PDFName.of('Subtype'))?.toString() === '/Image';
  if (isPicture) return [];
  try {
    return [decodePDFRawStream(PDFRawStream.of(dict, contents)).decode()];
  } catch {
    return [inflateSync(contents)];
  }
};

/**
 * Those of these words that a finished file still contains, in its bytes or in what unpacks from them, in any encoding.
 */
export const wordsInBytes = async (file: Uint8Array, words: readonly string[]): Promise<string[]> => {
  const pdf = await PDFDocument.load(file, { updateMetadata: false });
  const objects = pdf.context.enumerateIndirectObjects().map(([, object]) => object);
  const streams = objects.flatMap((object) => (object instanceof PDFRawStream ? unpacked(object) : []));
  const texts = objects.map((object) => (object instanceof PDFRawStream ? object.dict : object).toString());
  const haystacks = [...streams.map((bytes) => Buffer.from(bytes)), Buffer.from(texts.join('\n'))];
  return words.filter((word) =>
    writtenForms(word).some((form) => haystacks.some((bytes) => bytes.includes(form))),
  );
};
