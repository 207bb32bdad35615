import type { Db, Tx } from '../../platform/database/db.ts';
import type { Rights } from './export-rights.ts';
import { daysBefore } from '../../platform/clock.ts';
import type { Principal } from '../../platform/auth/principal.ts';

type Made = { name: string; sha256: string; bytes: number; rights: Rights; at: Date };

/** Record the content of an export before it is kept. An earlier run that was broken off may have recorded another one. */
export const announceFile = async (tx: Tx, taskId: number, { name, sha256, bytes, rights, at }: Made) => {
  const row = { name, sha256, bytes, ...rights, create_time: at };
  await tx
    .insertInto('export_file')
    .values({ task_id: taskId, ...row })
    .onConflict((earlier) => earlier.column('task_id').doUpdateSet(row))
    .execute();
};

export const finishFile = async (tx: Tx, taskId: number) => {
  await tx.updateTable('export_file').set({ whole: true }).where('task_id', '=', taskId).execute();
};

/** Exports of other users or of earlier days are not found. */
export const findFile = (db: Db, { userId, at }: Principal, taskId: number) =>
  db
    .selectFrom('export_file')
    .innerJoin('task', 'task.id', 'export_file.task_id')
    .select(['export_file.name', 'export_file.sha256', 'export_file.bytes', 'task.kind'])
    .select(['dept_scope', 'permissions', 'roles'])
    .where('task.id', '=', taskId)
    .where('task.owner_id', '=', userId)
    .where('export_file.whole', '=', true)
    .where('export_file.create_time', '>', daysBefore(at, 1))
    .executeTakeFirst();
