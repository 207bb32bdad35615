import type { Config } from '../../config.ts';
import { createFileStore } from './create-file-store.ts';
import type { Db } from '../database/db.ts';
import { deleteLeftovers } from './receive-file.ts';
import {
  deleteOldArchives,
  deleteOldExports,
  deleteUnusedFiles,
  neededArchives,
  neededFiles,
  sweepBlobs,
} from './sweep-files.ts';
import { partialDirectory } from './partial-upload.ts';
import { incomingDirectory } from './upload.ts';
import { daysBefore } from '../clock.ts';

/**
 * The regular clean-up of files: rows unused for a day, exports of yesterday, archives of the days before, contents
 * without a row, and broken or abandoned uploads. Safe on any number of nodes and during uploads. Returns the number of
 * deleted rows and contents.
 */
export const cleanFiles = async (
  db: Db,
  config: Config,
  now: Date,
): Promise<{ files: number; contents: number }> => {
  const store = createFileStore(config);
  const files =
    (await deleteUnusedFiles(db, now)) +
    (await deleteOldExports(db, store, now)) +
    (await deleteOldArchives(db, store, now));
  const contents =
    (await sweepBlobs(db, store, neededFiles, now)) +
    (await sweepBlobs(db, createFileStore(config, 'archives'), neededArchives, now));
  await db.deleteFrom('upload').where('update_time', '<', daysBefore(now, 1)).execute();
  for (const directory of [incomingDirectory(config), partialDirectory(config)])
    await deleteLeftovers(directory, now);
  return { files, contents };
};
