import { cutText } from '@zhiping/shared/rules/text/storable.ts';
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import {
  entryOfMaterial,
  materialKind,
  parseMaterialName,
  personFinder,
} from '@zhiping/shared/rules/project/material-archive.ts';
import { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { projectMachine } from '@zhiping/shared/rules/project/states.ts';
import { notInState } from '@zhiping/shared/rules/workflow/state-machine.ts';
import type { Insertable } from 'kysely';
import type { Readable } from 'node:stream';
import type { Db, Tx } from '../../../platform/database/db.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { receiveFile } from '../../../platform/files/receive-file.ts';
import { type ArchivedFile, DamagedEntry } from '../../../platform/files/zip-archive.ts';
import { acceptedFormat, MAX_MATERIALS } from '../store-material.ts';
import type { ImportPerson } from './people.queries.ts';

export type CheckedFile = Omit<Insertable<Schema['material_archive_file']>, 'archive_id'>;
type Person = ImportPerson & { lastSix: string };

/** Thrown if a file cannot become a material; the message is the reason. */
export class Refused extends Error {
  readonly outcome: 'refused' | 'present';
  constructor(message: string, outcome: 'refused' | 'present' = 'refused') {
    super(message);
    this.outcome = outcome;
  }
}

export const orRefuse = <T extends object>(found: T | { problem: string }): T => {
  if ('problem' in found) throw new Refused(found.problem);
  return found;
};

export const SAME_CONTENT = '这份申报已有内容相同的文件';
export const TOO_MANY = `每份申报最多 ${MAX_MATERIALS} 个文件`;

/** A project's present materials and those that this archive adds. */
type Held = { form: ProjectForm; hashes: Set<string>; count: number };

export const readHeld = async (db: Db | Tx, projectId: number): Promise<Held> => {
  const { form } = await db
    .selectFrom('project')
    .select('form')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  const files = await db
    .selectFrom('project_material')
    .select(['sha256', 'source_sha256'])
    .where('project_id', '=', projectId)
    .where('whole', '=', true)
    .where('removed_at', 'is', null)
    .execute();
  const hashes = new Set(files.flatMap(({ sha256, source_sha256 }) => [sha256, source_sha256 ?? sha256]));
  return { form: ProjectForm.parse(form), hashes, count: files.length };
};

/** The project of a person that takes materials; throws `Refused` where there is none. */
export const openProject = ({ isOwn, userId, projectId, state, isElsewhere }: ImportPerson): number => {
  if (isOwn) throw new Refused('不能导入本人的材料，请在「我的申报」中上传');
  if (projectId === null)
    throw new Refused(
      userId === null || isElsewhere
        ? '这位教师在本批次没有本校的申报'
        : '这位教师在本批次还没有申报，请先导入申报或由本人开始',
    );
  if (state !== 'draft') throw new Refused(notInState(projectMachine, state!, '添加材料'));
  return projectId;
};

type Source = {
  db: Db;
  people: readonly Person[];
  proofs: readonly string[];
  /** Directory for files while they are checked. */
  directory: string;
  maxFileBytes: number;
  read: (file: ArchivedFile) => Readable;
};

/** Checks the files of an archive one after the other. Remembers what earlier files add to the same project. */
export const createFileCheck = ({ db, people, proofs, directory, maxFileBytes, read }: Source) => {
  const findPerson = personFinder(people);
  const held = new Map<number, Held>();

  const contentOf = async (file: ArchivedFile): Promise<string> => {
    const received = await receiveFile(directory, read(file), maxFileBytes);
    try {
      await acceptedFormat({ ...received, name: file.path });
      return received.sha256;
    } finally {
      await rm(received.path, { force: true });
    }
  };

  /** Finds by the name where a file goes, and notes how far it was found. */
  const findPlace = async (file: ArchivedFile, checked: CheckedFile): Promise<Held> => {
    const named = orRefuse(parseMaterialName(file.path));
    const kind = orRefuse(materialKind(named.kind, proofs));
    Object.assign(checked, { type: kind.type, proof: kind.proof, sort: named.order, name: named.title });
    const { person } = orRefuse(findPerson(named));
    checked.teacher_id = person.teacherId;
    const projectId = openProject(person);
    const own = held.get(projectId) ?? (await readHeld(db, projectId));
    held.set(projectId, own);
    const { entryKey } = orRefuse(entryOfMaterial(own.form, kind, named));
    Object.assign(checked, { project_id: projectId, entry_key: entryKey });
    return own;
  };

  const place = async (file: ArchivedFile, checked: CheckedFile): Promise<void> => {
    if (file.problem !== null) throw new Refused(file.problem);
    const found = await findPlace(file, checked).catch((error: unknown) => {
      if (error instanceof Refused) return error;
      throw error;
    });
    // Also of a file without a place: an officer may give it one.
    const sha256 = await contentOf(file);
    checked.sha256 = sha256;
    if (found instanceof Refused) throw found;
    if (found.hashes.has(sha256)) throw new Refused(SAME_CONTENT, 'present');
    if (found.count >= MAX_MATERIALS) throw new Refused(TOO_MANY);
    found.hashes.add(sha256);
    found.count += 1;
  };

  return async (file: ArchivedFile): Promise<CheckedFile> => {
    const { position, path, bytes } = file;
    const checked: CheckedFile = { position, path: cutText(path, 500), bytes, outcome: 'ready' };
    try {
      await place(file, checked);
    } catch (error) {
      if (error instanceof Refused) return { ...checked, outcome: error.outcome, reason: error.message };
      if (error instanceof DamagedEntry)
        return { ...checked, outcome: 'refused', reason: '文件在压缩包中已损坏，请重新压缩' };
      // Faults of the whole archive are reported as such.
      if (error instanceof AppError && error.status < 500 && !error.code.startsWith('archive.'))
        return { ...checked, outcome: 'refused', reason: error.fields?.[0]?.message ?? error.message };
      throw error;
    }
    return checked;
  };
};

export const holdsContent = async (db: Db, projectId: number, sha256: string): Promise<boolean> => {
  const found = await db
    .selectFrom('project_material')
    .select('id')
    .where('project_id', '=', projectId)
    .where('whole', '=', true)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`(sha256 = ${sha256} or source_sha256 = ${sha256})`)
    .executeTakeFirst();
  return found !== undefined;
};
