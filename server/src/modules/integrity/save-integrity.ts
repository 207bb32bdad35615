import { sql } from 'kysely';
import type { z } from 'zod';
import type { integrityApi } from '@zhiping/shared/contracts/integrity.ts';
import type { IntegrityRole } from '@zhiping/shared/rules/integrity/roles.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import {
  deleteRows,
  type Entity,
  insertRow,
  lockRow,
  saving,
  updateRow,
} from '../../platform/edits/save-row.ts';
import { badRequest, fieldError, notFound } from '../../platform/errors.ts';
import { refuseOwnReviewers } from '../expert/own-reviewers.ts';
import { takeOutOfPool } from '../expert/pool/bulk-experts.ts';
import { findSelf, isSelf } from '../person/own-case.ts';
import { dropUnusedPersons, findOrAddPersons } from '../person/person.queries.ts';

const entity: Entity<'integrity_record'> = {
  table: 'integrity_record',
  noun: '失信记录',
  constraints: { integrity_record_key: ['since', '此人这一天起的失信记录已经登记'] },
};

type Create = z.output<typeof integrityApi.create.body>;
type Update = z.output<typeof integrityApi.update.body>;

const refuseFuture = (since: string, at: Date) => {
  if (since > dayOf(at)) throw fieldError('integrity.future', 'since', '记录起始日不能晚于今天');
};

const isOthersRecord = (reader: Principal) =>
  sql<boolean>`not ${isSelf(reader, 'integrity_record.person_id')}`;

/** Officers do not keep the register about themselves, nor about experts who could review their own project. */
const refuseOwnCase = async (
  tx: Tx,
  actor: Principal,
  { person_id: personId, role }: { person_id: number; role: IntegrityRole },
) => {
  if ((await findSelf(tx, actor, [personId])).size > 0)
    throw badRequest('integrity.own', '不能登记本人的失信记录，请由其他工作人员办理');
  if (role !== 'expert') return;
  const experts = await tx.selectFrom('expert').select('id').where('person_id', '=', personId).execute();
  await refuseOwnReviewers(
    tx,
    actor,
    experts.map(({ id }) => id),
  );
};

/** Enters a breach. An expert leaves the pool, and cannot be taken in again before its end. */
export const recordBreach = (
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  actor: Principal,
  { idCard, ...record }: Create,
): Promise<{ id: number }> =>
  saving(db, entity, async (tx) => {
    refuseFuture(record.since, actor.at);
    const [personId] = await findOrAddPersons(tx, identity, [idCard]);
    await refuseOwnCase(tx, actor, { ...record, person_id: personId as number });
    const added = await insertRow(tx, actor, entity, {
      values: { ...record, person_id: personId as number },
      detail: record,
    });
    if (record.role === 'expert')
      await takeOutOfPool(tx, actor, personId as number, `失信记录：${record.reason}`);
    return added;
  });

export const changeRecord = (db: Db, actor: Principal, { id, version, ...values }: Update): Promise<void> =>
  saving(db, entity, async (tx) => {
    refuseFuture(values.since, actor.at);
    const stored = await lockRow(tx, entity, { id, version }, () => isOthersRecord(actor));
    await refuseOwnCase(tx, actor, stored);
    await updateRow(tx, actor, entity, stored, { values, detail: { name: stored.name, ...values } });
  });

/** Removes entries made in error. Experts who left the pool are taken in again by a separate decision. */
export const removeRecords = (db: Db, actor: Principal, ids: readonly number[]): Promise<void> =>
  saving(db, entity, async (tx) => {
    const persons = await tx
      .selectFrom('integrity_record')
      .select(['id', 'person_id', 'role'])
      .where('id', 'in', [...ids])
      .where(isOthersRecord(actor))
      .execute();
    for (const record of persons) await refuseOwnCase(tx, actor, record);
    if (persons.length === 0) throw notFound(entity.noun);
    await deleteRows(
      tx,
      actor,
      entity,
      persons.map(({ id }) => id),
    );
    await dropUnusedPersons(
      tx,
      persons.map(({ person_id }) => person_id),
    );
  });
