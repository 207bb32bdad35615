import { open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { fileTypeFromFile } from 'file-type';
import { type FileFormat, fileFormats } from '@zhiping/shared/rules/file/formats.ts';

const HEAD_BYTES = 64 * 1024;

/** Content that a browser would treat as a page, a picture with scripts or a style sheet, whatever its name. */
const isMarkup = (text: string) =>
  /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|meta|link|xml|\?xml|\?php)/i.test(text);

/**
 * The format of a file by its content; null if it is not on the list. Names only count for text, which has no
 * signature.
 */
export const formatOf = async (path: string, claimedName: string): Promise<FileFormat | null> => {
  const found = await fileTypeFromFile(path);
  if (found?.ext === 'cfb') return oldOfficeFormat(path);
  if (found) return Object.hasOwn(fileFormats, found.ext) ? (found.ext as FileFormat) : null;
  const claimed = /\.(txt|csv)$/i.exec(claimedName)?.[1]?.toLowerCase() as 'txt' | 'csv' | undefined;
  return claimed && (await isPlainText(path)) ? claimed : null;
};

const readAt = async (path: string, position: number, length: number): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

const decodes = (bytes: Buffer, encoding: string): string | null => {
  try {
    // The head may end within a character.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
};

/** Chinese text comes as UTF-8 or, from older programs, as GB 18030. */
const isPlainText = async (path: string): Promise<boolean> => {
  const head = await readAt(path, 0, HEAD_BYTES);
  const text = decodes(head, 'utf-8') ?? decodes(head, 'gb18030');
  // oxlint-disable-next-line no-control-regex -- control characters distinguish binary data from text
  return text !== null && !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) && !isMarkup(text);
};

const streams: [name: string, format: FileFormat][] = [
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
];

/** Word, Excel and PowerPoint until 2003 share a container; the first entries of its directory distinguish them. */
const oldOfficeFormat = async (path: string): Promise<FileFormat | null> => {
  const header = await readAt(path, 0, 512);
  if (header.length < 512) return null;
  const sectorBytes = 2 ** Math.min(header.readUInt16LE(30), 12);
  const directory = await readAt(path, (header.readUInt32LE(48) + 1) * sectorBytes, HEAD_BYTES);
  const hasStream = (name: string) => directory.includes(Buffer.from(`${name}\0`, 'utf16le'));
  return streams.find(([name]) => hasStream(name))?.[1] ?? null;
};
