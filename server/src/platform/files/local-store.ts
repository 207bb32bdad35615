import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileStore, isBlobName } from './file-store.ts';
import { explainDiskFull } from './receive-file.ts';
import { systemClock } from '../clock.ts';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Make a new name in a directory outlive a power cut. */
const syncDirectory = async (directory: string) => {
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Files on the local disk, in folders by the first two characters of their names. */
export const createLocalStore = (directory: string): FileStore => {
  const folderOf = (name: string) => join(directory, name.slice(0, 2));
  const pathOf = (name: string) => join(folderOf(name), name);
  return {
    place: 'local',
    pathOf,
    keep: async ({ path }, name) => {
      const now = systemClock.now();
      try {
        await mkdir(folderOf(name), { recursive: true });
        await utimes(path, now, now);
        await rename(path, pathOf(name));
        await syncDirectory(folderOf(name));
      } catch (error) {
        throw explainDiskFull(error);
      }
    },
    read: async (name, part) => {
      if (!isBlobName(name)) return null;
      try {
        // Opened here, so that a missing file is known before an answer begins.
        return (await open(pathOf(name))).createReadStream(part);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    list: async function* list() {
      const folders = await readdir(directory).catch(() => []);
      for (const folder of folders.filter((one) => /^[0-9a-f]{2}$/.test(one)))
        for (const name of (await readdir(join(directory, folder))).filter(isBlobName)) {
          const found = await stat(pathOf(name)).catch(() => null);
          if (found) yield { name, bytes: found.size, keptAt: found.mtime };
        }
    },
  };
};
