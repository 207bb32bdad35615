import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { sql, type Selectable } from 'kysely';
import { projectMachine } from '@zhiping/shared/rules/project/states.ts';
import { notInState } from '@zhiping/shared/rules/workflow/state-machine.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError, badRequest } from '../../../platform/errors.ts';
import { receiveFile } from '../../../platform/files/receive-file.ts';
import { incomingDirectory } from '../../../platform/files/upload.ts';
import { type ArchivedFile, withArchive } from '../../../platform/files/zip-archive.ts';
import { notifyUser } from '../../../platform/live/messages.ts';
import { taskActor } from '../../../platform/tasks/task-actor.ts';
import { GiveUp, type TaskKind } from '../../../platform/tasks/task-kind.ts';
import { storeMaterial } from '../store-material.ts';
import { findOpenCycle } from '../open-cycle.queries.ts';
import { findOwnArchive } from './archives.queries.ts';
import { type ArchiveDeps, archiveLimits, archiveOf, LINK, withContent } from './check-archive.ts';
import { holdsContent } from './check-file.ts';
import { lockImported, recordPrefill } from './prefill-project.ts';

export const IMPORT_KIND = 'materials.import';

type Stored = Selectable<Schema['material_archive_file']>;
/** A file that matches a project. */
type Ready = Stored & { project_id: number; sha256: string; type: NonNullable<Stored['type']>; name: string };

/** Files that are not imported yet, in the order of their future positions. */
const findReady = async (db: Db, archiveId: number) =>
  (await db
    .selectFrom('material_archive_file')
    .selectAll()
    .where('archive_id', '=', archiveId)
    .where('outcome', '=', 'ready')
    .orderBy('project_id')
    .orderBy('type')
    .orderBy('sort')
    .orderBy('position')
    .execute()) as Ready[];

const mark = (db: Db | Tx, { archive_id, position }: Ready, result: Partial<Stored>) =>
  db
    .updateTable('material_archive_file')
    .set(result)
    .where('archive_id', '=', archive_id)
    .where('position', '=', position)
    .execute();

/** Records the import as a step of the project, once for all files of the archive. */
const recordOnce = async (
  tx: Tx,
  actor: Principal,
  { archive_id, project_id }: Ready,
  told: Pick<Parameters<typeof recordPrefill>[2], 'stored' | 'cycle'>,
) => {
  const { before, all } = await tx
    .selectFrom('material_archive_file')
    .select(({ fn }) => [
      sql<number>`count(*) filter (where outcome = 'imported')::int`.as('before'),
      fn.countAll<number>().as('all'),
    ])
    .where('archive_id', '=', archive_id)
    .where('project_id', '=', project_id)
    .where('outcome', 'in', ['ready', 'imported'])
    .executeTakeFirstOrThrow();
  if (before > 0) return;
  await recordPrefill(tx, actor, told, {
    note: `材料 ${all} 个文件`,
    detail: { archive: archive_id, files: all },
  });
};

type Reading = { file: ArchivedFile; read: (file: ArchivedFile) => Readable };

/** Imports one file: the checks of a single upload, then material, archive row and audit event in one transaction. */
const importFile = async (
  deps: ArchiveDeps,
  actor: Principal,
  ready: Ready,
  { file, read, cycleId }: Reading & { cycleId: number },
) => {
  const { config } = deps;
  const directory = incomingDirectory(config);
  const received = await receiveFile(directory, read(file), archiveLimits(config).maxFileBytes);
  try {
    if (received.sha256 !== ready.sha256) throw new GiveUp('压缩包与检查时不同，请重新上传');
    const { project_id: id, type, proof, entry_key: entryKey } = ready;
    await storeMaterial(deps, actor, {
      // The ending is removed again: the content decides the format.
      received: { ...received, name: `${ready.name}.pdf` },
      place: { id, type, proof, entryKey, replaces: null },
      lock: async (tx) => {
        const stored = await lockImported(tx, actor, id);
        if (stored.state !== 'draft')
          throw badRequest('project.locked', notInState(projectMachine, stored.state, '添加材料'));
        await findOpenCycle(tx, actor, cycleId);
        return stored;
      },
      refuse: async (tx) => {
        if (await holdsContent(tx, id, ready.sha256))
          throw badRequest('material.present', '这份申报已有内容相同的文件');
      },
      kept: async (tx, stored) => {
        await recordOnce(tx, actor, ready, { stored, cycle: await findOpenCycle(tx, actor, cycleId) });
        await mark(tx, ready, { outcome: 'imported' });
      },
    });
  } finally {
    await rm(received.path, { force: true });
  }
};

/**
 * Whether an error concerns this file alone. Any other error ends the run, and the next run continues with the
 * remaining files.
 */
const isOfFile = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && !error.code.startsWith('archive.');

/**
 * Imports the files of an archive one by one, each completely or not at all. A run after a kill continues with the
 * remaining files. Content that a project already has is never added twice.
 */
export const importArchiveKind = (deps: ArchiveDeps): TaskKind => ({
  kind: IMPORT_KIND,
  attempts: 3,
  concurrency: 1,
  run: async ({ task, progress }) => {
    const { db, clock } = deps;
    const actor = await taskActor(deps, task, 'project:import');
    const archive = await findOwnArchive(db, actor, archiveOf(task));
    const ready = await findReady(db, archive.id);
    await withContent(deps, archive.sha256, (path) =>
      withArchive(path, archiveLimits(deps.config), async (files, read) => {
        const byPosition = new Map(files.map((file) => [file.position, file]));
        for (const [index, one] of ready.entries()) {
          progress(index, ready.length);
          const now = { ...actor, at: clock.now() };
          const file = byPosition.get(one.position)!;
          try {
            await importFile(deps, now, one, { file, read, cycleId: archive.cycle_id });
          } catch (error) {
            if (!isOfFile(error)) throw error;
            const outcome = error.code === 'material.present' ? 'present' : 'failed';
            await mark(db, one, { outcome, reason: error.fields?.[0]?.message ?? error.message });
          }
        }
      }),
    );
    progress(ready.length, ready.length);
    return async (tx) => {
      await tx
        .updateTable('material_archive')
        .set({ state: 'done', sha256: null })
        .where('id', '=', archive.id)
        .execute();
      const { imported, failed } = await tx
        .selectFrom('material_archive_file')
        .select([
          sql<number>`count(*) filter (where outcome = 'imported')::int`.as('imported'),
          sql<number>`count(*) filter (where outcome = 'failed')::int`.as('failed'),
        ])
        .where('archive_id', '=', archive.id)
        .executeTakeFirstOrThrow();
      return { imported, failed };
    };
  },
  ended: async (tx, task, outcome) => {
    if (task.owner_id === null) return;
    if (outcome.ok) {
      const { imported, failed } = outcome.result as { imported: number; failed: number };
      const rest = failed > 0 ? `，${failed} 个没有导入，原因见明细` : '';
      return notifyUser(tx, task.owner_id, {
        kind: failed > 0 ? 'warning' : 'success',
        text: `材料导入完成：已导入 ${imported} 个文件${rest}`,
        link: LINK,
      });
    }
    // The remaining files can be imported later.
    await tx
      .updateTable('material_archive')
      .set({ state: 'checked' })
      .where('id', '=', archiveOf(task))
      .execute();
    await notifyUser(tx, task.owner_id, {
      kind: 'error',
      text: `材料导入中断，已导入的保留，其余可以再次提交：${outcome.error}`,
      link: LINK,
    });
  },
});
