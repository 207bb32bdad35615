import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

export type FileStore = {
  /** Keep the bytes and answer their name: the SHA-256 of the content and the ending. Equal content is kept once. */
  put: (bytes: Buffer, ending: string) => Promise<string>;
  /** The bytes, or null when there is no such file. */
  get: (name: string) => Promise<Buffer | null>;
};

const namePattern = /^[0-9a-f]{64}\.[a-z0-9]{1,8}$/;

/** Files on the local disk by content hash. A file appears whole or not at all: written aside, flushed, renamed. */
export const createFileStore = (directory: string): FileStore => {
  const pathOf = (name: string) => join(directory, name.slice(0, 2), name);
  return {
    put: async (bytes, ending) => {
      const name = `${createHash('sha256').update(bytes).digest('hex')}.${ending}`;
      const path = pathOf(name);
      await mkdir(join(directory, name.slice(0, 2)), { recursive: true });
      const aside = `${path}.${randomUUID()}`;
      const file = await open(aside, 'wx', 0o640);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(aside, path);
      return name;
    },
    get: async (name) => {
      if (!namePattern.test(name)) return null;
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
  };
};

const signatures: [ending: 'png' | 'jpg' | 'gif', bytes: number[]][] = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpg', [0xff, 0xd8, 0xff]],
  ['gif', [0x47, 0x49, 0x46, 0x38]],
];

/** What kind of picture the bytes are, whatever their name claims; null when none that we take. */
export const pictureEnding = (bytes: Buffer) =>
  signatures.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte))?.[0] ?? null;

export const pictureTypes: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' };
