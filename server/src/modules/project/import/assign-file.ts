import type { z } from 'zod';
import type { AssignmentChoices, FilePlace } from '@zhiping/shared/contracts/material-archive.ts';
import { cutText } from '@zhiping/shared/rules/text/storable.ts';
import {
  entryOfMaterial,
  materialKind,
  materialKinds,
  titleInName,
} from '@zhiping/shared/rules/project/material-archive.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts';
import { badRequest, fieldError, notFound } from '../../../platform/errors.ts';
import { findOpenCycle } from '../open-cycle.queries.ts';
import { MAX_MATERIALS } from '../store-material.ts';
import { canAssign, findOwnArchive } from './archives.queries.ts';
import { openProject, readHeld, Refused, SAME_CONTENT, TOO_MANY } from './check-file.ts';
import { findImportPeople, type ImportPerson, requireSchool } from './people.queries.ts';

const canTake = (person: ImportPerson) => {
  try {
    return person.enabled && openProject(person) > 0;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
};

/** Who of the officer's schools takes materials now, and the kinds of materials. */
export const findChoices = async (
  db: Db,
  actor: Principal,
  id: number,
): Promise<z.input<typeof AssignmentChoices>> => {
  requireSchool(actor);
  const archive = await findOwnArchive(db, actor, id);
  const cycle = await findOpenCycle(db, actor, archive.cycle_id);
  const found = await findImportPeople(db, actor, { cycleId: cycle.id, year: cycle.year, wanted: 'all' });
  return {
    people: found.filter(canTake).map(({ teacherId, name, staffNo }) => ({ teacherId, name, staffNo })),
    kinds: materialKinds(cycle.proofs.map(({ name }) => name)).map(([word]) => word),
  };
};

/** A file that may be assigned, locked. */
const lockFile = async (tx: Tx, actor: Principal, { id, position }: { id: number; position: number }) => {
  const archive = await findOwnArchive(tx, actor, id, true);
  if (archive.state !== 'checked') throw badRequest('archive.not_checked', '压缩包还没有检查完，或已经导入');
  const file = await tx
    .selectFrom('material_archive_file')
    .select(['path', 'sha256'])
    .where('archive_id', '=', id)
    .where('position', '=', position)
    .where(canAssign)
    .executeTakeFirst();
  if (!file) throw notFound('可以指定的文件');
  return { ...file, cycleId: archive.cycle_id };
};

/** Content that other files of the archive will bring to a project. */
const findComing = async (
  tx: Tx,
  { id, position, projectId }: { id: number; position: number; projectId: number },
) => {
  const files = await tx
    .selectFrom('material_archive_file')
    .select('sha256')
    .where('archive_id', '=', id)
    .where('position', '<>', position)
    .where('project_id', '=', projectId)
    .where('outcome', '=', 'ready')
    .execute();
  return files.map(({ sha256 }) => sha256);
};

const orFieldError = <T extends object>(field: string, found: T | { problem: string }): T => {
  if ('problem' in found) throw fieldError('archive.place', field, found.problem);
  return found;
};

const projectOf = (person: ImportPerson | undefined): number => {
  if (!person?.enabled)
    throw fieldError('archive.place', 'teacherId', '本校教师名册中没有这位教师，或已停用');
  try {
    return openProject(person);
  } catch (error) {
    if (error instanceof Refused) throw fieldError('archive.place', 'teacherId', error.message);
    throw error;
  }
};

/** Puts a file where the officer says, by the same rules as one whose name says it. */
export const assignFile = (
  db: Db,
  actor: Principal,
  at: { id: number; position: number },
  { teacherId, kind: word, order }: FilePlace,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    requireSchool(actor);
    const file = await lockFile(tx, actor, at);
    const cycle = await findOpenCycle(tx, actor, file.cycleId);
    const [person] = await findImportPeople(tx, actor, {
      cycleId: cycle.id,
      year: cycle.year,
      wanted: { teacherId },
    });
    const projectId = projectOf(person);
    const proofs = cycle.proofs.map(({ name }) => name);
    const kind = orFieldError('kind', materialKind(word.replaceAll(/\s/g, ''), proofs));
    const { form, hashes, count } = await readHeld(tx, projectId);
    const title = titleInName(file.path);
    const { entryKey } = orFieldError('order', entryOfMaterial(form, kind, { title, order, isByHand: true }));
    const coming = await findComing(tx, { ...at, projectId });
    if (hashes.has(file.sha256!) || coming.includes(file.sha256))
      throw fieldError('archive.place', 'teacherId', SAME_CONTENT);
    if (count + coming.length >= MAX_MATERIALS) throw fieldError('archive.place', 'teacherId', TOO_MANY);
    await tx
      .updateTable('material_archive_file')
      .set({
        outcome: 'ready',
        reason: null,
        teacher_id: teacherId,
        project_id: projectId,
        type: kind.type,
        proof: kind.proof,
        entry_key: entryKey,
        sort: order,
        name: cutText(title, 200),
      })
      .where('archive_id', '=', at.id)
      .where('position', '=', at.position)
      .execute();
  });
