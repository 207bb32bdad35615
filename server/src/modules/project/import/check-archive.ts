import { cutText } from '@zhiping/shared/rules/text/storable.ts';
import { MAX_ARCHIVE_ENTRIES } from '@zhiping/shared/rules/project/material-archive.ts';
import { MAX_UPLOAD_ARCHIVE_MB } from '@zhiping/shared/rules/upload/parts.ts';
import type { Deps } from '../../../deps.ts';
import { inTransaction, type Tx } from '../../../platform/database/db.ts';
import { badRequest, conflict } from '../../../platform/errors.ts';
import { keepBlob } from '../../../platform/files/keep-blob.ts';
import { incomingDirectory } from '../../../platform/files/upload.ts';
import { withStoredFile } from '../../../platform/files/with-stored-file.ts';
import { type ArchiveLimits, withArchive } from '../../../platform/files/zip-archive.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { notifyUser } from '../../../platform/live/messages.ts';
import { enqueue } from '../../../platform/tasks/enqueue.ts';
import { taskActor } from '../../../platform/tasks/task-actor.ts';
import { GiveUp, type TaskKind, type TaskRow } from '../../../platform/tasks/task-kind.ts';
import { takeUpload } from '../../upload/take-upload.ts';
import { uploadLimit } from '../../upload/upload.queries.ts';
import { findOpenCycle } from '../open-cycle.queries.ts';
import { findOwnArchive } from './archives.queries.ts';
import { createFileCheck, type CheckedFile } from './check-file.ts';
import { findImportPeople, requireSchool } from './people.queries.ts';

export type ArchiveDeps = Pick<Deps, 'db' | 'files' | 'config' | 'identity' | 'clock'>;

const MEGABYTE = 1024 * 1024;
const CHECK_KIND = 'materials.check';
export const LINK = '/review/project?archive=open';
const BATCH = 500;

export const archiveLimits = (config: Deps['config']): ArchiveLimits => ({
  maxEntries: MAX_ARCHIVE_ENTRIES,
  maxFileBytes: uploadLimit(config, 'material'),
  // An estimate: unpacked content is hardly ever smaller than packed content, and materials compress little.
  maxBytes: 2 * MAX_UPLOAD_ARCHIVE_MB * MEGABYTE,
});

/** Enqueues a task of an import of materials. A user runs one at a time. */
const enqueueOwn = async (tx: Tx, { userId }: Principal, kind: string, archiveId: number) => {
  const id = await enqueue(tx, { kind, ownerId: userId, key: `materials:${userId}`, payload: { archiveId } });
  if (id === null) throw conflict('import.running', '您有一个材料导入正在进行，请等它完成');
};

export const archiveOf = ({ payload }: TaskRow) => Number(payload['archiveId']);

/** Takes a finished upload as an archive and enqueues its check. Replaces earlier archives of the same user. */
export const createArchive = async (
  deps: ArchiveDeps,
  actor: Principal,
  { uploadId, cycleId }: { uploadId: string; cycleId: number },
): Promise<{ id: number }> => {
  const { db, files } = deps;
  requireSchool(actor);
  await findOpenCycle(db, actor, cycleId);
  const file = await takeUpload(deps, actor, uploadId, 'archive');
  const { sha256, bytes, name } = file;
  return keepBlob(
    db,
    files,
    { file, name: `${sha256}.zip` },
    {
      announce: (tx) =>
        tx
          .insertInto('material_archive')
          .values({
            owner_id: actor.userId,
            cycle_id: cycleId,
            name: cutText(name, 200),
            bytes,
            sha256,
            state: 'receiving',
            create_time: actor.at,
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      finish: async (tx, { id }) => {
        await enqueueOwn(tx, actor, CHECK_KIND, id);
        await tx
          .deleteFrom('material_archive')
          .where('owner_id', '=', actor.userId)
          .where('id', '<', id)
          .execute();
        await tx.updateTable('material_archive').set({ state: 'checking' }).where('id', '=', id).execute();
      },
      withdraw: ({ id }) => db.deleteFrom('material_archive').where('id', '=', id).execute(),
    },
  );
};

/** Calls `use` with a local copy of the archive's content. */
export const withContent = async <T>(
  { files, config }: ArchiveDeps,
  sha256: string | null,
  use: (path: string) => Promise<T>,
): Promise<T> => {
  const result =
    sha256 &&
    (await withStoredFile(files, `${sha256}.zip`, incomingDirectory(config), async (path) => ({
      got: await use(path),
    })));
  if (!result) throw new GiveUp('上传的压缩包已被清理，请重新上传');
  return result.got;
};

const insertFiles = async (tx: Tx, archiveId: number, files: readonly CheckedFile[]) => {
  for (let start = 0; start < files.length; start += BATCH)
    await tx
      .insertInto('material_archive_file')
      .values(files.slice(start, start + BATCH).map((file) => ({ ...file, archive_id: archiveId })))
      .execute();
};

const lastSix = (idCard: string) => idCard.slice(-6);

/**
 * Checks an archive: which teacher and which kind each of its files belongs to. Stores only these findings, no content.
 */
export const checkArchiveKind = (deps: ArchiveDeps): TaskKind => ({
  kind: CHECK_KIND,
  attempts: 2,
  concurrency: 1,
  run: async ({ task, progress }) => {
    const { db, config, identity } = deps;
    const actor = await taskActor(deps, task, 'project:import');
    requireSchool(actor);
    const archive = await findOwnArchive(db, actor, archiveOf(task));
    const cycle = await findOpenCycle(db, actor, archive.cycle_id);
    const found = await findImportPeople(db, actor, { cycleId: cycle.id, year: cycle.year, wanted: 'all' });
    const people = found
      .filter(({ enabled }) => enabled)
      .map((person) => ({ ...person, lastSix: lastSix(identity.open(person.sealed, person.hash)) }));
    const limits = archiveLimits(config);
    const checked = await withContent(deps, archive.sha256, (path) =>
      withArchive(path, limits, async (files, read) => {
        if (files.length === 0) throw badRequest('archive.empty', '压缩包中没有文件');
        const check = createFileCheck({
          db,
          people,
          read,
          proofs: cycle.proofs.map(({ name }) => name),
          directory: incomingDirectory(config),
          maxFileBytes: limits.maxFileBytes,
        });
        const results: CheckedFile[] = [];
        for (const file of files) {
          results.push(await check(file));
          progress(results.length, files.length);
        }
        return results;
      }),
    );
    return async (tx) => {
      await insertFiles(tx, archive.id, checked);
      await tx
        .updateTable('material_archive')
        .set({ state: 'checked' })
        .where('id', '=', archive.id)
        .execute();
      return { total: checked.length, ready: checked.filter(({ outcome }) => outcome === 'ready').length };
    };
  },
  ended: async (tx, task, outcome) => {
    if (task.owner_id === null) return;
    if (outcome.ok) {
      const { total, ready } = outcome.result as { total: number; ready: number };
      return notifyUser(tx, task.owner_id, {
        kind: ready === total ? 'info' : 'warning',
        text: `材料压缩包检查完成：共 ${total} 个文件，${ready} 个可以导入`,
        link: LINK,
      });
    }
    await tx
      .updateTable('material_archive')
      .set({ state: 'failed', sha256: null })
      .where('id', '=', archiveOf(task))
      .execute();
    await notifyUser(tx, task.owner_id, {
      kind: 'error',
      text: `材料压缩包检查失败：${outcome.error}`,
      link: LINK,
    });
  },
});

/** Enqueues the import of a checked archive. */
export const commitArchive = (
  { db }: ArchiveDeps,
  actor: Principal,
  { id, kind }: { id: number; kind: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    requireSchool(actor);
    const archive = await findOwnArchive(tx, actor, id, true);
    if (archive.state !== 'checked')
      throw badRequest('archive.not_checked', '压缩包还没有检查完，或已经导入');
    const ready = await tx
      .selectFrom('material_archive_file')
      .select('position')
      .where('archive_id', '=', id)
      .where('outcome', '=', 'ready')
      .limit(1)
      .executeTakeFirst();
    if (!ready) throw badRequest('archive.nothing', '压缩包中没有可以导入的文件');
    await enqueueOwn(tx, actor, kind, id);
    await tx.updateTable('material_archive').set({ state: 'importing' }).where('id', '=', id).execute();
  });
