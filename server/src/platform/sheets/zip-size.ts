const END = 0x06_05_4b_50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02_01_4b_50;
const ENTRY_BYTES = 46;
/** Stands in a field of 32 bits for a number in an extension (ZIP64), of which no sheet of ours has need. */
const ELSEWHERE = 0xff_ff_ff_ff;
const SIZE_FOLLOWS = 0b1000;

/** From the end, as the reader of workbooks looks for it: behind it only a comment may stand. */
const findEnd = (zip: Buffer) => {
  const first = Math.max(0, zip.length - END_BYTES - LONGEST_COMMENT);
  for (let at = zip.length - END_BYTES; at >= first; at -= 1) if (zip.readUInt32LE(at) === END) return at;
  return null;
};

/**
 * How many bytes a ZIP file declares that it unpacks to, all of its entries together. Null for what is no ZIP file, and
 * where an entry leaves its size open: the reader of workbooks stops at a size that is declared, and only at that.
 */
export const unpackedSize = (bytes: Uint8Array): number | null => {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(zip);
  if (end === null) return null;
  let at = zip.readUInt32LE(end + 16);
  let sum = 0;
  for (let rest = zip.readUInt16LE(end + 10); rest > 0; rest -= 1) {
    if (at + ENTRY_BYTES > zip.length || zip.readUInt32LE(at) !== ENTRY) return null;
    const [packed, unpacked] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const isOpen =
      packed === 0 ? (zip.readUInt16LE(at + 8) & SIZE_FOLLOWS) !== 0 : unpacked === 0 && packed > 2;
    if (isOpen || packed === ELSEWHERE || unpacked === ELSEWHERE) return null;
    sum += unpacked;
    at += ENTRY_BYTES + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return sum;
};
