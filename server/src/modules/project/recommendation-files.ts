import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { RecommendationFile } from '@zhiping/shared/contracts/project-views.ts';
import type { Bytes } from '@zhiping/shared/endpoint.ts';
import { fileFormats } from '@zhiping/shared/rules/file/formats.ts';
import { tidyFileName } from '@zhiping/shared/rules/file/name.ts';
import { MAX_RECOMMENDATION_FILES } from '@zhiping/shared/contracts/project.ts';
import { projectMachine } from '@zhiping/shared/rules/project/states.ts';
import { findTransition } from '@zhiping/shared/rules/workflow/state-machine.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import { auditReading } from '../../platform/audit/audit-reading.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, denied, fieldError, notFound } from '../../platform/errors.ts';
import { keepBlob } from '../../platform/files/keep-blob.ts';
import { type AskedPart, readPart } from '../../platform/files/read-part.ts';
import type { ReceivedFile } from '../../platform/files/upload.ts';
import { isAskedWith } from '../../platform/files/sweep-files.ts';
import { takeUpload } from '../upload/take-upload.ts';
import { acceptedFormat, checkedFile } from './store-material.ts';
import { lockChecked } from './lock-checked.ts';
import { isOfBody, ownOf, viewOf, wasWithdrawnAfterReport } from './project.policy.ts';

const NOUN = '推荐附件';

/**
 * Unused files of one officer for one recommendation: four times what a recommendation takes, so that files can be
 * exchanged.
 */
const MAX_WAITING = 4 * MAX_RECOMMENDATION_FILES;

/** Refuses a file if the actor cannot recommend the project now, or has too many unused files. */
const checkMayAdd = async (tx: Tx, actor: Principal, id: number) => {
  const { stored, who, subject } = await lockChecked(tx, actor, { id });
  const result = findTransition(projectMachine, stored.state, 'recommend', [who], subject);
  if ('denial' in result) throw denied(result.denial);
  const { waiting } = await tx
    .selectFrom('recommendation_file')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('project_id', '=', id)
    .where('added_by', '=', actor.userId)
    .where('whole', '=', true)
    .where('recommendation_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (waiting >= MAX_WAITING)
    throw badRequest(
      'project.recommendation_files',
      `已上传而没有使用的推荐附件有 ${waiting} 个，一天后自动清除，请届时再传`,
    );
};

const storeFile = async (
  { db, files }: Pick<Deps, 'db' | 'files'>,
  actor: Principal,
  { id, received }: { id: number; received: ReceivedFile },
): Promise<z.input<typeof RecommendationFile>> => {
  const format = await acceptedFormat(received);
  const { file, pages, cleaned } = await checkedFile(received, format);
  const { sha256, bytes } = file;
  const name = tidyFileName(file.name, format);
  return keepBlob(
    db,
    files,
    { file, name: `${sha256}.${format}` },
    {
      announce: (tx) =>
        tx
          .insertInto('recommendation_file')
          .values({
            project_id: id,
            name,
            format,
            sha256,
            source_sha256: received.sha256,
            bytes,
            pages,
            added_by: actor.userId,
            create_time: actor.at,
          })
          .returning(['id', 'name', 'format', 'bytes', 'pages'])
          .executeTakeFirstOrThrow(),
      finish: async (tx, row) => {
        await checkMayAdd(tx, actor, id);
        await tx.updateTable('recommendation_file').set({ whole: true }).where('id', '=', row.id).execute();
        await audit(tx, {
          actorId: actor.userId,
          action: 'project.recommendation_file_added',
          entity: 'project',
          entityId: id,
          detail: { file: row.id, name, sha256, bytes, ...(cleaned && { cleaned }) },
        });
      },
      withdraw: (row) => db.deleteFrom('recommendation_file').where('id', '=', row.id).execute(),
    },
  );
};

/** Checks a finished upload by its content and stores it for the actor's coming recommendation. */
export const addRecommendationFile = async (
  deps: Pick<Deps, 'db' | 'files' | 'config'>,
  actor: Principal,
  { id, uploadId }: { id: number; uploadId: string },
) => {
  // Checked before the upload is taken: after a refusal the same upload can be used again.
  await inTransaction(deps.db, (tx) => checkMayAdd(tx, actor, id));
  const received = await takeUpload(deps, actor, uploadId);
  try {
    return await storeFile(deps, actor, { id, received });
  } finally {
    await rm(received.path, { force: true });
  }
};

type Taken = { id: number; fileIds: readonly number[]; recommendationId: number };

const GONE = '有附件已失效，请移除后重新上传';

/** Refuses files that are not waiting files of this account. */
export const requireWaiting = async (
  tx: Tx,
  userId: number,
  { id, fileIds }: Pick<Taken, 'id' | 'fileIds'>,
) => {
  const found = await tx
    .selectFrom('recommendation_file')
    .select('id')
    .where('id', 'in', [...fileIds, 0])
    .where('project_id', '=', id)
    .where('added_by', '=', userId)
    .where('whole', '=', true)
    .where('recommendation_id', 'is', null)
    .execute();
  if (found.length !== new Set(fileIds).size)
    throw fieldError('project.recommendation_file', 'fileIds', GONE);
};

/** Attaches the waiting files of an account to the recommendation. */
export const attachFiles = async (tx: Tx, userId: number, { id, fileIds, recommendationId }: Taken) => {
  if (fileIds.length === 0) return;
  const { numUpdatedRows } = await tx
    .updateTable('recommendation_file')
    .set({ recommendation_id: recommendationId })
    .where('id', 'in', fileIds)
    .where('project_id', '=', id)
    .where('added_by', '=', userId)
    .where('whole', '=', true)
    .where('recommendation_id', 'is', null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== new Set(fileIds).size)
    throw fieldError('project.recommendation_file', 'fileIds', GONE);
};

const findFile = (db: Db, reader: Principal, id: number) =>
  db
    .selectFrom('recommendation_file')
    .innerJoin('project', 'project.id', 'project_id')
    .select([
      'project.id as projectId',
      'school_id',
      'state',
      'name',
      'format',
      'sha256',
      'bytes',
      ownOf(reader).as('own'),
      wasWithdrawnAfterReport.as('wasGivenUpLate'),
      isOfBody(reader).as('isOfBody'),
    ])
    .where('recommendation_file.id', '=', id)
    .where(sql<boolean>`(recommendation_id is not null or ${isAskedWith})`)
    .executeTakeFirst();

/** One recommendation file, for those who check the project; not for the applicant. Each reading is recorded. */
export const readRecommendationFile = async (
  { db, files }: Pick<Deps, 'db' | 'files'>,
  reader: Principal,
  id: number,
  asked: AskedPart,
): Promise<Bytes> => {
  const found = await findFile(db, reader, id);
  const view = found ? viewOf(reader, found) : null;
  if (!found || view === null || view === 'applicant') throw notFound(NOUN);
  const { name, format, sha256, bytes } = found;
  const content = await readPart(files, { name: `${sha256}.${format}`, sha256, bytes }, asked);
  if (!content) throw notFound(NOUN);
  await auditReading(
    db,
    {
      actorId: reader.userId,
      action: 'project.recommendation_file_read',
      entity: 'project',
      entityId: found.projectId,
      detail: { file: id, name },
    },
    { at: reader.at, isPart: content.part !== undefined },
  );
  return {
    ...content,
    type: fileFormats[format].mime,
    fileName: `${name}.${format}`,
    uploaded: 'inline',
  };
};
