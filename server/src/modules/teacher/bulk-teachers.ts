import { sql } from 'kysely';
import type { z } from 'zod';
import type { BulkReport } from '@zhiping/shared/contracts/user.ts';
import { auditMany } from '../../platform/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { findSelf } from '../person/own-case.ts';
import { dropUnusedPersons } from '../person/person.queries.ts';
import { visibleTeachers } from './teacher.queries.ts';

/** Facts about applicants are entered by others. */
export const OWN_TEACHER = '这是您本人的资料，请由其他工作人员办理';

type Report = z.input<typeof BulkReport>;
type Target = { id: number; name: string; person_id: number; school_id: number };

/** Ids that do not exist or are outside the actor's scope, without distinction. */
export const missingAmong = (ids: readonly number[], found: readonly { id: number }[]): Report['failed'] => {
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id)).map((id) => ({ id, name: String(id), message: '教师不存在' }));
};

type BulkChange = {
  action: string;
  /** Of which of them it cannot be done, and why. */
  refuse?: (tx: Tx, found: Target[]) => Promise<Report['failed']>;
  act: (tx: Tx, targets: Target[]) => Promise<unknown>;
};

/** Runs a change for each teacher in the actor's scope; the others are reported. */
const forEachTeacher = (
  db: Db,
  actor: Principal,
  ids: readonly number[],
  { action, refuse = async () => [], act }: BulkChange,
): Promise<Report> =>
  inTransaction(db, async (tx) => {
    const found = await tx
      .selectFrom('teacher')
      .select(['id', 'name', 'person_id', 'school_id'])
      .where('id', 'in', ids)
      .where(visibleTeachers(actor))
      .orderBy('id')
      .forUpdate()
      .execute();
    if (found.length === 0) throw notFound('教师');
    const self = await findSelf(
      tx,
      actor,
      found.map(({ person_id }) => person_id),
    );
    const own = found.filter(({ person_id }) => self.has(person_id));
    const refused = [
      ...own.map(({ id, name }) => ({ id, name, message: OWN_TEACHER })),
      ...(await refuse(tx, found)),
    ];
    const targets = found.filter(({ id }) => refused.every((one) => one.id !== id));
    if (targets.length > 0) await act(tx, targets);
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
    return { succeeded: targets.length, failed: [...refused, ...missingAmong(ids, found)] };
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

/** Teachers with a running project from this school stay in its register until it is over. */
const refuseApplying = async (tx: Tx, found: Target[]): Promise<Report['failed']> => {
  const { rows } = await sql<{ id: number; name: string; cycle: string }>`
    select distinct on (teacher.id) teacher.id, teacher.name, cycle.name as cycle from teacher
    join project using (person_id, school_id) join cycle on cycle.id = project.cycle_id
    where teacher.id = any(${idsOf(found)}::bigint[]) and project.state <> 'withdrawn'
      and cycle.state not in ('closed', 'archived')
    order by teacher.id, cycle.id desc`.execute(tx);
  return rows.map(({ id, name, cycle }) => ({
    id,
    name,
    message: `正在「${cycle}」中申报，不能删除；已离校的请停用`,
  }));
};

/** A person who is nothing else any more goes too, with the identity number. */
export const deleteTeachers = (db: Db, actor: Principal, ids: number[]) =>
  forEachTeacher(db, actor, ids, {
    action: 'teacher.deleted',
    refuse: refuseApplying,
    act: async (tx, targets) => {
      await tx.deleteFrom('teacher').where('id', 'in', idsOf(targets)).execute();
      await dropUnusedPersons(
        tx,
        targets.map((target) => target.person_id),
      );
    },
  });
