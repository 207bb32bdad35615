import { ordinary } from './sheet-bombs.ts';

/** The last entry of the central directory, which is the sheet, with a number changed; or, without a position, the end of the file. */
const broken = (change: (bytes: Buffer, entry: number, end: number) => void) => {
  const bytes = ordinary();
  change(bytes, bytes.lastIndexOf('PK\u0001\u0002'), bytes.indexOf('PK\u0005\u0006'));
  return bytes;
};

/** Archives that say what no archive of a sheet says. */
export const brokenArchives: [string, Buffer][] = [
  ['deflate64', broken((bytes, entry) => bytes.writeUInt16LE(9, entry + 10))],
  ['encryption', broken((bytes, entry) => bytes.writeUInt16LE(1, entry + 8))],
  ['sizes of ZIP64', broken((bytes, entry) => bytes.writeUInt32LE(0xff_ff_ff_ff, entry + 24))],
  ['a count of ZIP64', broken((bytes, _, end) => bytes.writeUInt16LE(0xff_ff, end + 10))],
  ['a directory beyond its end', broken((bytes, _, end) => bytes.writeUInt32LE(0xff_ff_ff, end + 16))],
  ['an entry beyond its end', broken((bytes, entry) => bytes.writeUInt32LE(0xff_ff_ff, entry + 42))],
  ['a smaller size than it has', broken((bytes, entry) => bytes.writeUInt32LE(0xff_ff_ff, entry + 20))],
  [
    'one name twice',
    Buffer.from(
      ordinary()
        .toString('latin1')
        .replaceAll('_rels/.rels', '[Content_Ty')
        .replaceAll('[Content_Types].xml', '[Content_Ty'),
      'latin1',
    ),
  ],
];
