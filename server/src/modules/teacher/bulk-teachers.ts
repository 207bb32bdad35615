import { sql } from 'kysely';
import type { z } from 'zod';
import type { BulkReport } from '@zhiping/shared/contracts/user.ts';
import { auditMany } from '../../platform/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dropUnusedPersons } from '../person/person.queries.ts';
import { visibleTeachers } from './teacher.queries.ts';

type Report = z.input<typeof BulkReport>;
type Target = { id: number; name: string; person_id: number };

/** Of a list of ids those that are not there, or not for the actor, which is the same to him. */
export const missingAmong = (ids: readonly number[], found: readonly { id: number }[]): Report['failed'] => {
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id)).map((id) => ({ id, name: String(id), message: '教师不存在' }));
};

/** Do something with every teacher of a list that the actor may see; the report tells of the others. */
const forEachTeacher = (
  db: Db,
  actor: Principal,
  ids: readonly number[],
  { action, act }: { action: string; act: (tx: Tx, targets: Target[]) => Promise<unknown> },
): Promise<Report> =>
  inTransaction(db, async (tx) => {
    const targets = await tx
      .selectFrom('teacher')
      .select(['id', 'name', 'person_id'])
      .where('id', 'in', ids)
      .where(visibleTeachers(actor))
      .orderBy('id')
      .forUpdate()
      .execute();
    if (targets.length === 0) throw notFound('教师');
    await act(tx, targets);
    await auditMany(
      tx,
      targets.map(({ id, name }) => ({
        actorId: actor.userId,
        action,
        entity: 'teacher',
        entityId: id,
        detail: { name },
      })),
    );
    return { succeeded: targets.length, failed: missingAmong(ids, targets) };
  });

const idsOf = (targets: Target[]) => targets.map(({ id }) => id);

export const setTeachersEnabled = (db: Db, actor: Principal, ids: number[], enabled: boolean) =>
  forEachTeacher(db, actor, ids, {
    action: enabled ? 'teacher.enabled' : 'teacher.disabled',
    act: (tx, targets) =>
      tx
        .updateTable('teacher')
        .set({ enabled, version: sql`version + 1`, update_by: actor.username, update_time: actor.at })
        .where('id', 'in', idsOf(targets))
        .execute(),
  });

/** A person who is nothing else any more goes too, with the identity number. */
export const deleteTeachers = (db: Db, actor: Principal, ids: number[]) =>
  forEachTeacher(db, actor, ids, {
    action: 'teacher.deleted',
    act: async (tx, targets) => {
      await tx.deleteFrom('teacher').where('id', 'in', idsOf(targets)).execute();
      await dropUnusedPersons(
        tx,
        targets.map((target) => target.person_id),
      );
    },
  });
