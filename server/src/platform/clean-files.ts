import type { Config } from '../config.ts';
import { createFileStore } from './create-file-store.ts';
import type { Db } from './db.ts';
import { deleteLeftovers } from './receive-file.ts';
import { deleteUnusedFiles, neededArchives, neededFiles, sweepBlobs } from './sweep-files.ts';
import { incomingDirectory } from './upload.ts';

/**
 * The regular clean-up of files: rows that nothing has needed for a day, contents without a row, and uploads that broke
 * off. Any number of nodes may do it at once, while others upload. Answers how many rows and contents went.
 */
export const cleanFiles = async (db: Db, config: Config): Promise<{ files: number; contents: number }> => {
  const files = await deleteUnusedFiles(db);
  const contents =
    (await sweepBlobs(db, createFileStore(config), neededFiles)) +
    (await sweepBlobs(db, createFileStore(config, 'archives'), neededArchives));
  await deleteLeftovers(incomingDirectory(config));
  return { files, contents };
};
