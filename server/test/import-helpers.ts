import { createHash } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { projectImportApi } from '@zhiping/shared/contracts/project-import.ts';
import { uploadApi } from '@zhiping/shared/contracts/upload.ts';
import { type ImportedList, listAt } from '@zhiping/shared/rules/project-form/imported-parts.ts';
import { listColumns, personColumns } from '../src/modules/project/import/import-columns.ts';
import { sendFile } from './file-helpers.ts';
import type { TestServer } from './harness.ts';

type Cells = Record<string, string>;

const rowsOf = (headers: Readonly<Record<string, string>>, rows: readonly Cells[]) => [
  Object.values(headers),
  ...rows.map((row) => Object.keys(headers).map((field) => row[field] ?? '')),
];

/** A workbook of applications: a row a person, by the fields of the form; further rows by their lists. */
export const sheetOfProjects = async (
  people: readonly Cells[],
  lists: Partial<Record<ImportedList, readonly Cells[]>> = {},
): Promise<Buffer> => {
  const further = Object.entries(lists) as [ImportedList, readonly Cells[]][];
  const bytes = await writeXlsx({
    sheets: [
      { name: '申报人', rows: rowsOf(personColumns, people) },
      ...further.map(([path, rows]) => ({ name: listAt(path).title, rows: rowsOf(listColumns(path), rows) })),
    ],
  });
  return Buffer.from(bytes as Uint8Array);
};

type Choice = { cycleId: number; dryRun?: boolean; partial?: boolean; overwrite?: boolean };

export const importProjects = (server: TestServer, token: string, bytes: Buffer, query: Choice) =>
  sendFile(server, projectImportApi.import, { name: '申报.xlsx', bytes }, { token, query });

/** Bytes of Chinese Windows for each character that GBK has, worked out from its decoder. */
const gbkBytes = new Map<string, Buffer>();
const gbkDecoder = new TextDecoder('gbk');
for (let high = 0x81; high <= 0xfe; high += 1)
  for (let low = 0x40; low <= 0xfe; low += 1) {
    const bytes = Buffer.of(high, low);
    const character = gbkDecoder.decode(bytes);
    if (character.length === 1 && character !== '\ufffd' && !gbkBytes.has(character))
      gbkBytes.set(character, bytes);
  }

/** A text as Chinese Windows writes the names of files. */
export const gbk = (text: string): Buffer =>
  Buffer.concat([...text].map((character) => gbkBytes.get(character) ?? Buffer.from(character)));

export type ZipEntry = {
  name: string | Buffer;
  data: Buffer;
  /** Packed already, as it stands in the archive. */
  packed?: Buffer;
  flags?: number;
  /** What it says to unpack to. */
  size?: number;
};

/** An archive of these entries, which may lie about themselves. */
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

/** An archive as a finished upload; answers its id. */
export const uploadArchive = async (server: TestServer, token: string, bytes: Buffer): Promise<string> => {
  const { body, error } = await server.call(uploadApi.create, {
    token,
    body: { name: '材料.zip', bytes: bytes.length, purpose: 'archive' },
  });
  if (!body?.id) throw new Error(error.message);
  for (let offset = 0; offset < bytes.length; offset += PART) {
    const part = bytes.subarray(offset, offset + PART);
    const sha256 = createHash('sha256').update(part).digest('hex');
    const file = { name: 'part', bytes: part, fields: { offset: String(offset), sha256 } };
    const sent = await sendFile(server, uploadApi.append, file, { token, params: { id: body.id } });
    if (sent.status !== 200) throw new Error(sent.error.message);
  }
  return body.id;
};

const PART = 2 * 1024 * 1024;
