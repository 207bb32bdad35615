import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { recordBackupRun } from '../platform/backup-runs.ts';
import { systemClock } from '../platform/clock.ts';
import { createDb, createPool } from '../platform/database/db.ts';
import { createBackup, type Source } from './create-backup.ts';
import type { Manifest } from './manifest.ts';
import { MissingContents } from './needed-contents.ts';

const PROBLEM_LENGTH = 300;

/** For a page that more people read than the output of the tool: without the names of files. */
const problemOf = (error: unknown) =>
  error instanceof MissingContents
    ? `存储中缺少 ${error.count} 个文件，名称见备份的输出`
    : String((error as Error).message)
        .split('\n', 1)[0]!
        .slice(0, PROBLEM_LENGTH);

/** Make a backup and record in its database how it went. */
export const runBackup = async (
  source: Source,
  archive: string,
): Promise<{ manifest: Manifest; isRecorded: boolean }> => {
  const pool = createPool(source.connection, 1);
  const db = createDb(pool);
  const run = { archive: basename(archive), started_at: systemClock.now() };
  try {
    const manifest = await createBackup(source, archive);
    const isRecorded = await recordBackupRun(db, {
      ...run,
      bytes: (await stat(archive)).size,
      files: manifest.files.length,
      missing: manifest.missing.length,
      create_time: systemClock.now(),
    });
    return { manifest, isRecorded };
  } catch (error) {
    // A database that cannot be reached has no record either; the reason is the error all the same.
    await recordBackupRun(db, { ...run, problem: problemOf(error), create_time: systemClock.now() }).catch(
      () => false,
    );
    throw error;
  } finally {
    await pool.end();
  }
};
