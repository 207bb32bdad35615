import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { badRequest } from '../errors.ts';
import { entryName, isSystemFile, isUnsafePath } from './zip-names.ts';

const MEGABYTE = 1024 * 1024;
/** Documents and pictures are packed already; what shrinks to less than a hundredth is made to do harm. */
const MAX_RATIO = 100;
const ANY_RATIO_UNTIL = 20 * MEGABYTE;

export type ArchiveLimits = { maxEntries: number; maxFileBytes: number; maxBytes: number };

/** A file in an archive. Its position is that among all entries. */
export type ArchivedFile = {
  position: number;
  path: string;
  bytes: number;
  /** Why it cannot be read. */
  problem: string | null;
  entry: Entry;
};

const refuse = (code: string, message: string) => badRequest(`archive.${code}`, message);
const bomb = () => refuse('bomb', '压缩包解压后的内容过大，已拒绝。请只放材料文件，分几个压缩包导入');

/** Refuses an archive as a whole before anything is unpacked. */
const checkDeclared = (entries: readonly Entry[], { fileSize }: ZipFile, { maxBytes }: ArchiveLimits) => {
  if (entries.some((entry) => entry.isEncrypted()))
    throw refuse('encrypted', '压缩包加了密码，请去掉密码后重新压缩');
  const sum = entries.reduce((bytes, entry) => bytes + entry.uncompressedSize, 0);
  if (sum > maxBytes || (sum > ANY_RATIO_UNTIL && sum > fileSize * MAX_RATIO)) throw bomb();
};

const fileOf = (entry: Entry, position: number, { maxFileBytes }: ArchiveLimits): ArchivedFile[] => {
  const name = entryName(entry);
  const bytes = entry.uncompressedSize;
  const path = name ?? `第 ${position + 1} 个文件`;
  if (isUnsafePath(path))
    throw refuse('path', '压缩包中有指向外部的路径，已拒绝。请重新压缩材料所在的文件夹');
  if (path.endsWith('/') || isSystemFile(path)) return [];
  const problem = () => {
    if (name === null) return '文件名无法识别，请改名后重新压缩';
    if (!entry.canDecodeFileData()) return '压缩方式不支持，请用系统自带的压缩功能重新压缩';
    if (bytes === 0) return '文件是空的';
    return bytes > maxFileBytes ? `文件不能超过 ${Math.floor(maxFileBytes / MEGABYTE)} MB` : null;
  };
  return [{ position, path, bytes, problem: problem(), entry }];
};

const openZip = async (path: string): Promise<ZipFile> => {
  try {
    return await openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false });
  } catch {
    throw refuse('unreadable', '无法打开这个压缩包，请重新压缩为 ZIP 格式');
  }
};

const readEntries = async (zip: ZipFile): Promise<Entry[]> => {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch {
    throw refuse('unreadable', '压缩包已损坏，请重新压缩为 ZIP 格式');
  }
  return entries;
};

/** A file of the archive is not as the archive says. */
export class DamagedEntry extends Error {}

/**
 * Work with an archive on this disk. It is refused as a whole (400) when it is none, holds too many files, is encrypted,
 * unpacks to too much, or has a path that leads out of it. What is read is counted while it is unpacked, whatever was declared.
 */
export const withArchive = async <T>(
  path: string,
  limits: ArchiveLimits,
  use: (files: ArchivedFile[], read: (file: ArchivedFile) => Readable) => Promise<T>,
): Promise<T> => {
  const zip = await openZip(path);
  try {
    if (zip.entryCount > limits.maxEntries)
      throw refuse('too_many', `压缩包中最多 ${limits.maxEntries} 个文件，请分几个压缩包导入`);
    const entries = await readEntries(zip);
    checkDeclared(entries, zip, limits);
    let sum = 0;
    async function* unpack({ entry }: ArchivedFile): AsyncGenerator<Buffer> {
      let check = 0;
      const stream = await zip.openReadStreamPromise(entry).catch(() => null);
      if (!stream) throw new DamagedEntry();
      const chunks = stream.iterator() as AsyncIterableIterator<Buffer>;
      for (;;) {
        const { value, done } = await chunks.next().catch(() => ({ value: null, done: false }));
        if (done) break;
        if (value === null) throw new DamagedEntry();
        sum += value.length;
        if (sum > limits.maxBytes || (sum > ANY_RATIO_UNTIL && sum > zip.fileSize * MAX_RATIO)) throw bomb();
        check = crc32(value, check);
        yield value;
      }
      if (entry.crc32 !== 0 && check !== entry.crc32) throw new DamagedEntry();
    }
    const files = entries.flatMap((entry, position) => fileOf(entry, position, limits));
    return await use(files, (file) => Readable.from(unpack(file), { objectMode: false }));
  } finally {
    zip.close();
  }
};
