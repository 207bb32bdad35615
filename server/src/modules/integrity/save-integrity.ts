import type { z } from 'zod';
import type { integrityApi } from '@zhiping/shared/contracts/integrity.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import {
  deleteRows,
  type Entity,
  insertRow,
  lockRow,
  saving,
  updateRow,
} from '../../platform/edits/save-row.ts';
import { fieldError } from '../../platform/errors.ts';
import { takeOutOfPool } from '../expert/pool/bulk-experts.ts';
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

/** Enters a breach. An expert leaves the pool, and cannot be taken in again before its end. */
export const recordBreach = (
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  actor: Principal,
  { idCard, ...record }: Create,
): Promise<{ id: number }> =>
  saving(db, entity, async (tx) => {
    refuseFuture(record.since, actor.at);
    const [personId] = await findOrAddPersons(tx, identity, [idCard]);
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
    const stored = await lockRow(tx, entity, { id, version });
    await updateRow(tx, actor, entity, stored, { values, detail: { name: stored.name, ...values } });
  });

/** Removes entries made in error. Experts who left the pool are taken in again by a separate decision. */
export const removeRecords = (db: Db, actor: Principal, ids: readonly number[]): Promise<void> =>
  saving(db, entity, async (tx) => {
    const persons = await tx
      .selectFrom('integrity_record')
      .select('person_id')
      .where('id', 'in', [...ids])
      .execute();
    await deleteRows(tx, actor, entity, ids);
    await dropUnusedPersons(
      tx,
      persons.map(({ person_id }) => person_id),
    );
  });
