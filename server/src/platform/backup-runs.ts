import { type Insertable, sql } from 'kysely';
import type { Db } from './database/db.ts';
import type { Schema } from './database/schema.ts';

/** Records a run of the backup tool. Returns false on a database from before there was a table for it. */
export const recordBackupRun = async (db: Db, run: Insertable<Schema['backup_run']>): Promise<boolean> => {
  const { rows } = await sql<{
    exists: boolean;
  }>`select to_regclass('backup_run') is not null as exists`.execute(db);
  if (!rows[0]?.exists) return false;
  await db.insertInto('backup_run').values(run).execute();
  return true;
};

/** The last run of the backup tool and the last that succeeded. */
export const findBackupRuns = async (db: Db) => {
  const runs = db.selectFrom('backup_run').selectAll().orderBy('id', 'desc').limit(1);
  return {
    last: await runs.executeTakeFirst(),
    good: await runs.where('problem', 'is', null).executeTakeFirst(),
  };
};
