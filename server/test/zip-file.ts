import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string | Buffer;
  data: Buffer;
  /** Packed already, as it stands in the archive. */
  packed?: Buffer;
  flags?: number;
  /** Declared unpacked size. */
  size?: number;
};

/** A ZIP of these entries, which may lie about themselves. */
export const zipOf = (entries: readonly ZipEntry[]): Buffer => {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, packed = deflateRawSync(data), flags = 0, size = data.length } of entries) {
    const path = typeof name === 'string' ? Buffer.from(name) : name;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, rest, path]));
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
};

/** An entry that is packed already, and the size that it says to have. */
export type Packed = { packed: Buffer; size: number };

const entryOf = (name: string, content: string | Buffer | Packed): ZipEntry =>
  typeof content === 'object' && 'packed' in content
    ? { name, data: Buffer.alloc(0), ...content }
    : { name, data: Buffer.from(content) };

/** A ZIP of these contents by their names. */
export const zip = (contents: Record<string, string | Buffer | Packed>): Buffer =>
  zipOf(Object.entries(contents).map(([name, content]) => entryOf(name, content)));
