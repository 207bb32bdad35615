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
import type { PerformAct } from '../confirmation/answer-confirmation.ts';
import { askConfirmation } from '../confirmation/ask-confirmation.ts';
import { lapseFor } from '../confirmation/lapse.ts';
import { refuseOwnReviewers } from '../expert/own-reviewers.ts';
import { takeBackIntoPool, takeOutOfPool } from '../expert/pool/bulk-experts.ts';
import { findBarredExperts, isByTwo } from '../person/integrity-records.queries.ts';
import { findSelf, isSelf } from '../person/own-case.ts';
import { dropUnusedPersons, findOrAddPersons } from '../person/person.queries.ts';

export const entity: Entity<'integrity_record'> = {
  table: 'integrity_record',
  noun: '失信记录',
  constraints: { integrity_record_key: ['since', '此人这一天起的失信记录已经登记'] },
};

/** Before the breach, in the log of those who left the pool. */
export const POOL_REASON = '失信记录：';

type Create = z.output<typeof integrityApi.create.body>;
type Update = z.output<typeof integrityApi.update.body>;

export const refuseFuture = (since: string, at: Date) => {
  if (since > dayOf(at)) throw fieldError('integrity.future', 'since', '记录起始日不能晚于今天');
};

export const isOthersRecord = (reader: Principal) =>
  sql<boolean>`not ${isSelf(reader, 'integrity_record.person_id')}`;

/** Officers do not keep the register about themselves, nor about experts who could review their own project. */
export const refuseOwnCase = async (
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

/**
 * Refuses to lift or redate entries on applicants whose application is under way: such an entry blocks it, and accepting
 * it nevertheless takes two persons. Drafts do not count, since they are judged at submission.
 */
export const refuseUnderWay = async (
  tx: Tx,
  records: readonly { person_id: number; role: IntegrityRole }[],
) => {
  const personIds = records.filter(({ role }) => role === 'applicant').map(({ person_id }) => person_id);
  const applying = await tx
    .selectFrom('project')
    .innerJoin('cycle', 'cycle.id', 'cycle_id')
    .select('cycle.name')
    .where('person_id', 'in', [...personIds, 0])
    .where('project.state', 'not in', ['draft', 'withdrawn'])
    .where('cycle.state', 'not in', ['closed', 'archived'])
    .limit(1)
    .executeTakeFirst();
  if (applying)
    throw badRequest(
      'integrity.under_way',
      `此人在「${applying.name}」中的申报正在办理，失信记录不能撤销，也不能改动起始日；记录有误的，在资格审查中写明理由，由两人判定`,
    );
};

type Waiting = { id: number; version: number; since: string };

/** Why, for readers of requests, who do not all read the register. */
export const SEE_REGISTER = '违规情形与认定依据见诚信档案';

/** Asks a second person for an entry on an expert. The words name nobody: others than readers of the register see them. */
const askForEntry = (tx: Tx, actor: Principal, { id, version, since }: Waiting) =>
  askConfirmation(tx, actor, {
    act: 'recordBreach',
    object: { table: 'integrity_record', id, version },
    cycleId: null,
    input: {},
    summary: `登记一名评审专家的失信记录，自 ${since} 起`,
    link: `/review/integrity?view=${id}`,
    reason: SEE_REGISTER,
  });

/** Lets an entry count once it is confirmed: the expert leaves the pool and cannot be taken in again before its end. */
export const enterBreach: PerformAct = async (tx, second, { object_id, object_version }) => {
  const stored = await lockRow(tx, entity, { id: object_id, version: object_version ?? undefined });
  await refuseOwnCase(tx, second, stored);
  await updateRow(tx, second, entity, stored, {
    values: { is_waiting: false },
    detail: { name: stored.name, is_waiting: false },
  });
  await takeOutOfPool(tx, second, stored.person_id, `${POOL_REASON}${stored.reason}`);
};

/** Spaces in names come and go. */
const spelled = (name: string) => name.replaceAll(/\s/g, '');

/** Refuses an entry under a name that the pool does not know this number by: one of the two is mistyped. */
const refuseOtherName = async (tx: Tx, personId: number, name: string) => {
  const experts = await tx.selectFrom('expert').select('name').where('person_id', '=', personId).execute();
  if (experts.some((expert) => spelled(expert.name) !== spelled(name)))
    throw fieldError(
      'integrity.name',
      'name',
      '与专家库中这个身份证号码的姓名不一致，请核对姓名和身份证号码',
    );
};

/** Enters a breach. One on an expert counts once a second person has confirmed it. */
export const recordBreach = (
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  actor: Principal,
  { idCard, ...record }: Create,
): Promise<{ id: number }> =>
  saving(db, entity, async (tx) => {
    refuseFuture(record.since, actor.at);
    const [personId] = await findOrAddPersons(tx, identity, [idCard]);
    await refuseOwnCase(tx, actor, { ...record, person_id: personId as number });
    const isWaiting = record.role === 'expert';
    if (isWaiting) await refuseOtherName(tx, personId as number, record.name);
    const added = await insertRow(tx, actor, entity, {
      values: { ...record, person_id: personId as number, is_waiting: isWaiting },
      detail: record,
    });
    if (isWaiting) await askForEntry(tx, actor, { ...record, id: added.id, version: 0 });
    return added;
  });

const refuseAlone = ({ role, is_waiting: isWaiting }: { role: IntegrityRole; is_waiting: boolean }) => {
  if (isByTwo({ role, isWaiting }))
    throw badRequest(
      'integrity.by_two',
      '申报人和评审专家的失信记录，更改和撤销须两人，请用「提请更改」「提请撤销」',
    );
};

/** Changes an entry. One that waits is asked for anew. */
export const changeRecord = (db: Db, actor: Principal, { id, version, ...values }: Update): Promise<void> =>
  saving(db, entity, async (tx) => {
    refuseFuture(values.since, actor.at);
    const stored = await lockRow(tx, entity, { id, version }, () => isOthersRecord(actor));
    await refuseOwnCase(tx, actor, stored);
    refuseAlone(stored);
    await updateRow(tx, actor, entity, stored, { values, detail: { name: stored.name, ...values } });
    if (stored.is_waiting) await askForEntry(tx, actor, { id, version: stored.version + 1, ...values });
  });

/** Gives back what entries took: the expert returns to the pool if entries are why they left, and none is left. */
export const giveBack = async (tx: Tx, actor: Principal, personId: number) => {
  const barred = await findBarredExperts(tx, [personId], actor.at);
  if (!barred.has(personId))
    await takeBackIntoPool(tx, actor, personId, { left: POOL_REASON, reason: '失信记录已撤销' });
};

/** Removes entries made in error. */
export const removeRecords = (db: Db, actor: Principal, ids: readonly number[]): Promise<void> =>
  saving(db, entity, async (tx) => {
    const persons = await tx
      .selectFrom('integrity_record')
      .select(['id', 'person_id', 'role', 'is_waiting'])
      .where('id', 'in', [...ids])
      .where(isOthersRecord(actor))
      .execute();
    for (const record of persons) await refuseOwnCase(tx, actor, record);
    if (persons.length === 0) throw notFound(entity.noun);
    for (const record of persons) refuseAlone(record);
    const found = persons.map(({ id }) => id);
    await lapseFor(tx, { act: 'recordBreach', objectIds: found, at: actor.at });
    await deleteRows(tx, actor, entity, found);
    await dropUnusedPersons(
      tx,
      persons.map(({ person_id }) => person_id),
    );
  });
