import { constants, deflateRawSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';

/** So many mebibytes of spaces, packed one at a time: a gigabyte at once would starve the tests beside it. */
export const spaces = (mebibytes: number): Buffer => {
  const one = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const header = Buffer.from([0x78, 0x01]);
  return Buffer.concat([header, ...Array.from({ length: mebibytes }, () => one)]);
};

export const pagesOf = async (count: number) => {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < count; page++) pdf.addPage([100, 100]).drawRectangle({ width: 10, height: 10 });
  return pdf;
};

/** A PDF of one page, whose content unpacks to so many mebibytes. */
export const pageBomb = async (mebibytes: number): Promise<Uint8Array> => {
  const pdf = await pagesOf(1);
  const packed = spaces(mebibytes);
  const dict = pdf.context.obj({ Filter: 'FlateDecode', Length: packed.length });
  pdf.getPage(0).node.set(PDFName.of('Contents'), pdf.context.register(PDFRawStream.of(dict, packed)));
  return pdf.save();
};

/** A PDF whose objects unpack to so many mebibytes. */
export const objectsBomb = (mebibytes: number): Buffer => {
  const packed = spaces(mebibytes);
  const head = `%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\nstartxref\n0\n%%EOF')]);
};
