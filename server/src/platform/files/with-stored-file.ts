import { rm } from 'node:fs/promises';
import type { FileStore } from './file-store.ts';
import { receiveFile } from './receive-file.ts';

/**
 * Work with a stored content as a file on this node: where it lies, or fetched from the bucket for as long as it takes. Null
 * where there is none.
 */
export const withStoredFile = async <T>(
  store: FileStore,
  name: string,
  directory: string,
  use: (path: string) => Promise<T>,
): Promise<T | null> => {
  const content = await store.read(name);
  if (!content) return null;
  if (store.pathOf) {
    content.destroy();
    return use(store.pathOf(name));
  }
  const { path } = await receiveFile(directory, content, Number.MAX_SAFE_INTEGER);
  try {
    return await use(path);
  } finally {
    await rm(path, { force: true });
  }
};
