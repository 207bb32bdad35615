import { type InferResult, sql } from 'kysely';
import type { z } from 'zod';
import type { integrityApi } from '@zhiping/shared/contracts/integrity.ts';
import { yearsAfter } from '@zhiping/shared/rules/expert/periods.ts';
import type { IntegrityRole } from '@zhiping/shared/rules/integrity/roles.ts';
import type { IntegrityRecord } from '@zhiping/shared/rules/review-rule/facts.ts';
import { RECORD_YEARS } from '@zhiping/shared/rules/review-rule/integrity.ts';
import type { Deps } from '../../deps.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { contains, whereGiven } from '../../platform/database/where-given.ts';
import { type Ordering, paginate, streamed } from '../../platform/lists/paginate.ts';
import { isSelf } from './own-case.ts';

/** Whether a record counts on this day; its last day does. One that waits for a second person does not yet. */
const isInForce = (day: string) =>
  sql<boolean>`(not is_waiting and integrity_record.since + make_interval(years => ${RECORD_YEARS}) >= ${day}::date)`;

/** Input of a request about an entry: a removal, a change, or, if empty, the entry itself. */
export type AskedOfBreach = {
  removal?: true;
  change?: { since: string; reason: string; basis: string };
  why?: string;
};

/** The request about an entry that counts already. */
const selectAsked = (at: Date) =>
  sql<AskedOfBreach | null>`(select input from confirmation where act = 'recordBreach'
    and object_id = integrity_record.id and state = 'waiting' and lapses_at > ${at} and not is_waiting limit 1)`;

/** In words for readers of the register. */
const askedOf = ({ change, why }: AskedOfBreach) =>
  change
    ? `起始日 ${change.since}；违规情形：${change.reason}；认定依据：${change.basis}；更改原因：${why}`
    : `撤销；原因：${why}`;

/** Whether one person alone may not change this entry: it counts, and keeps someone from applying or reviewing. */
export const isByTwo = ({ role, isWaiting }: { role: IntegrityRole; isWaiting: boolean }) =>
  role !== 'staff' && !isWaiting;

const changeOf = (row: { role: IntegrityRole; isWaiting: boolean }, isAsked: boolean) => {
  if (!isByTwo(row)) return {};
  return { change: isAsked ? '已提出更改，正在等待他人复核' : true } as const;
};

type Filters = Omit<z.output<typeof integrityApi.download.query>, 'sort'>;

const selectRecords = (db: Db, reader: Principal, { id, name, role, isActive }: Filters) => {
  const today = dayOf(reader.at);
  return (
    db
      .selectFrom('integrity_record')
      .innerJoin('person', 'person.id', 'person_id')
      .leftJoin('sys_user', 'sys_user.username', 'integrity_record.update_by')
      .select(({ fn }) => [
        'integrity_record.id',
        'integrity_record.name',
        'role',
        'since',
        'reason',
        'basis',
        isInForce(today).as('isActive'),
        'is_waiting as isWaiting',
        fn.coalesce(actorName(), 'integrity_record.update_by').as('updateBy'),
        'integrity_record.update_time as updateTime',
        'integrity_record.version',
        selectAsked(reader.at).as('input'),
        'id_card_sealed as sealed',
        'id_card_hash as hash',
      ])
      .$call(whereGiven(id, (given, one) => given.where('integrity_record.id', '=', one)))
      .$call(whereGiven(name, (given, part) => given.where(contains('integrity_record.name', part))))
      .$call(whereGiven(role, (given, one) => given.where('role', '=', one)))
      .$call(
        whereGiven(isActive, (given, active) =>
          given.where(active ? isInForce(today) : sql<boolean>`not ${isInForce(today)}`),
        ),
      )
      // Officers do not keep the register about themselves.
      .where(sql<boolean>`not ${isSelf(reader, 'integrity_record.person_id')}`)
  );
};

const ordering = {
  sortable: { id: 'integrity_record.id', name: 'integrity_record.name', since: 'since' },
  order: [
    ['since', 'desc'],
    ['integrity_record.id', 'desc'],
  ],
} satisfies Ordering<Schema, 'integrity_record'>;

type Stored = InferResult<ReturnType<typeof selectRecords>>[number];

/** With the masked number, and the last day on which it counts. */
const shownOf = (
  { identity }: Pick<Deps, 'identity'>,
  reader: Principal,
  { sealed, hash, input, ...row }: Stored,
) => ({
  ...row,
  asked: input && askedOf(input),
  can: holds(reader, ['integrity:edit']) ? changeOf(row, input !== null) : {},
  idCard: identity.openMasked(sealed, hash),
  until: yearsAfter(row.since, RECORD_YEARS),
});

export const findIntegrity = async (
  deps: Pick<Deps, 'db' | 'identity'>,
  { page, size, sort, ...filters }: z.output<typeof integrityApi.list.query>,
  reader: Principal,
) => {
  const rows = selectRecords(deps.db, reader, filters);
  const { content, totalElements } = await paginate({ page, size, sort }, rows, ordering);
  return { totalElements, content: content.map((row) => shownOf(deps, reader, row)) };
};

export async function* streamIntegrity(
  deps: Pick<Deps, 'db' | 'identity'>,
  { sort, ...filters }: z.output<typeof integrityApi.download.query>,
  reader: Principal,
) {
  for await (const row of streamed(selectRecords(deps.db, reader, filters), sort, ordering))
    yield shownOf(deps, reader, row);
}

/** Entries of a person in a role, however old. */
export const findRecords = (db: Db | Tx, personId: number, role: IntegrityRole): Promise<IntegrityRecord[]> =>
  db
    .selectFrom('integrity_record')
    .select(['since', 'reason'])
    .where('person_id', '=', personId)
    .where('role', '=', role)
    .where('is_waiting', '=', false)
    .orderBy('since', 'desc')
    .execute();

/** Condition on experts: an entry of the integrity register bars them on this day. */
export const isOnRecord = (day: string) =>
  sql<boolean>`exists (select from integrity_record where integrity_record.person_id = expert.person_id
    and role = 'expert' and ${isInForce(day)})`;

/** Whether an entry on an expert bars this person today, or waits for its second person. */
export const hasEntryAsExpert = (personId: number, day: string) =>
  sql<boolean>`exists (select from integrity_record where integrity_record.person_id = ${personId}
    and role = 'expert' and (is_waiting or ${isInForce(day)}))`;

/** Until when each of these persons may not review, as far as they are on record. */
export const findBarredExperts = async (
  tx: Tx,
  personIds: readonly number[],
  at: Date,
): Promise<Map<number, string>> => {
  const rows = await tx
    .selectFrom('integrity_record')
    .select(({ fn }) => ['person_id', fn.max('since').as('since')])
    .where(sql<boolean>`person_id = any(${[...personIds]}::bigint[])`)
    .where('role', '=', 'expert')
    .where(isInForce(dayOf(at)))
    .groupBy('person_id')
    .execute();
  return new Map(rows.map(({ person_id, since }) => [person_id, yearsAfter(since, RECORD_YEARS)]));
};
