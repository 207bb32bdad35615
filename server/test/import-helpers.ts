import { createHash } from 'node:crypto';
import { projectImportApi } from '@zhiping/shared/contracts/project-import.ts';
import { uploadApi } from '@zhiping/shared/contracts/upload.ts';
import { sendFile } from './file-helpers.ts';
import type { TestServer } from './harness.ts';

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
