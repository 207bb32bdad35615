import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import { needles } from './cases.ts';

const run = promisify(execFile);
const LARGE = { maxBuffer: 256 * 1024 * 1024 };

/** Letters and digits alone, without marks. */
export const tight = (text: string) =>
  text
    .normalize('NFKC')
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .normalize('NFC')
    .toLowerCase();

const textOf = async (path: string) => {
  const modes = [[], ['-layout'], ['-raw']];
  const texts = await Promise.all(
    modes.map(async (mode) => (await run('pdftotext', [...mode, path, '-'], LARGE)).stdout),
  );
  return texts.map(tight);
};

/** The bytes of a file and what its streams unpack to. */
const unpacked = (bytes: Buffer): Buffer[] => {
  const parts = [bytes];
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    const start = at + 6 + (bytes[at + 6] === 13 ? 2 : 1);
    try {
      parts.push(inflateSync(bytes.subarray(start), { maxOutputLength: 64 * 1024 * 1024 }));
    } catch {
      // Not packed, or followed by other data.
    }
  }
  return parts;
};

const traces = [
  '吕晓明',
  '呂曉明',
  '武汉理工',
  '欧阳静怡',
  'Lv Xiaoming',
  'Xiaoming',
  'whut',
  'hidden',
].flatMap((word) => {
  const little = Buffer.from(word, 'utf16le');
  const big = Buffer.from(little).swap16();
  const forms = [Buffer.from(word), little, big];
  return forms.flatMap((form) => [
    form,
    Buffer.from(form.toString('hex')),
    Buffer.from(form.toString('hex').toUpperCase()),
  ]);
});

/** How many entries of a file say whose it is, as exiftool reads them. */
const authorMetadata = async (path: string) => {
  const all = await run('exiftool', ['-a', '-u', '-ee3', '-G1', '-s', path], LARGE).catch(() => null);
  if (!all) return 0;
  const lines = all.stdout.split('\n').filter((line) => !line.includes('[System]'));
  return lines.filter((line) => needles.some((needle) => tight(line).includes(needle))).length;
};

export type Score = {
  /** Where the original has what is looked for, in its text and in what it says of itself. */
  places: number;
  left: string[];
  lost: string[];
  inBytes: number;
  /** Number of metadata fields about the author that exiftool finds. */
  metadata: number;
  kilobytes: number;
  pages: number;
};

/** How a copy stands beside its original, by tools that had no part in making it. */
export const score = async (original: string, copy: string, wanted: readonly string[]): Promise<Score> => {
  const [before, after] = [await textOf(original), await textOf(copy)];
  const bytes = await readFile(copy);
  // Once more as another tool unpacks it.
  const plain = await run('qpdf', ['--qdf', '--object-streams=disable', copy, '-'], {
    ...LARGE,
    encoding: 'buffer',
  })
    .then(({ stdout: all }) => [all])
    .catch(() => []);
  const parts = [...unpacked(bytes), ...plain];
  const { stdout } = await run('pdfinfo', [copy]);
  return {
    places:
      Math.max(
        ...before.map((text) => needles.reduce((sum, needle) => sum + text.split(needle).length - 1, 0)),
      ) + (await authorMetadata(original)),
    left: needles.filter((needle) => after.some((text) => text.includes(needle))),
    lost: wanted.filter(
      (sentence) =>
        before.some((text) => text.includes(tight(sentence))) &&
        !after.some((text) => text.includes(tight(sentence))),
    ),
    inBytes: traces.filter((trace) => parts.some((part) => part.includes(trace))).length,
    metadata: await authorMetadata(copy),
    kilobytes: bytes.length / 1024,
    pages: Number(/Pages:\s+(\d+)/.exec(stdout)?.[1] ?? 0),
  };
};
