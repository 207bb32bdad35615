import type { KeyObject } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, daysBefore } from '../platform/clock.ts';
import { readManifest } from './read-backup.ts';
import { RestoreError } from './restore-error.ts';
import { publicKeyOf } from './signature.ts';

const NAME = /^zhiping-\d{4}-\d\d-\d\dT\d{6}\.tar\.gz$/;
const UNFINISHED = /^zhiping-\d{4}-\d\d-\d\dT\d{6}\.tar\.gz\.part$/;

/** Whether an archive has a name as `backupNameOf` gives it. */
export const isBackupName = (name: string) => NAME.test(name);

/** The name of an archive that was not given one; names sort by time. */
export const backupNameOf = (now: Date) =>
  `zhiping-${now.toISOString().slice(0, 19).replaceAll(':', '')}.tar.gz`;

/** Whether the archive lacks files; null: it is not readable, or not signed with this key. */
const isIncomplete = async (archive: string, key: KeyObject): Promise<boolean | null> => {
  try {
    const { manifest } = await readManifest(archive, { keys: new Set([publicKeyOf(key)]) });
    return manifest.missing.length > 0;
  } catch (error) {
    if (error instanceof RestoreError) return null;
    throw error;
  }
};

/**
 * Delete the older backups of a directory: of those that have the name and the signature of this installation, the newest
 * stay, and always the newest complete one. Unfinished archives of a killed run go after a day. Returns the names of the
 * deleted backups.
 */
export const deleteOldBackups = async (
  directory: string,
  { keep, key }: { keep: number; key: KeyObject },
): Promise<string[]> => {
  const names = (await readdir(directory)).toSorted().toReversed();
  for (const name of names.filter((one) => UNFINISHED.test(one))) {
    const { mtime } = await stat(join(directory, name));
    if (mtime < daysBefore(systemClock.now(), 1)) await rm(join(directory, name));
  }
  const deleted: string[] = [];
  let kept = 0;
  let isOneComplete = false;
  for (const name of names.filter(isBackupName)) {
    const incomplete = await isIncomplete(join(directory, name), key);
    if (incomplete === null) continue;
    if (kept < keep || (!isOneComplete && !incomplete)) {
      kept += 1;
      isOneComplete ||= !incomplete;
      continue;
    }
    await rm(join(directory, name));
    deleted.push(name);
  }
  return deleted;
};
