import { type RawBuilder, sql } from 'kysely';
import { maskIdCardsIn } from '@zhiping/shared/rules/person/mask.ts';
import type { Db } from '../../platform/database/db.ts';

/** A row that is not what the events of the record say. */
export type Finding = {
  table: string;
  id: number;
  /** The event that says otherwise; null if there is none. */
  seq: number | null;
  problem: string;
};

export type Report = {
  /** Rows that were compared, so that progress is seen. */
  compared: (count: number) => void;
  /** Rows about which the record holds nothing to compare with: they are older than what it keeps today. */
  silent: (count: number) => void;
  found: (finding: Finding) => void;
};

/** A value as an event holds it: dates in words, identity numbers masked. */
export const asTold = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_name, inner: unknown) =>
      typeof inner === 'string' ? maskIdCardsIn(inner) : inner,
    ),
  );

/** Compares one kind of rows with the record. */
export type Check = { name: string; run: (db: Db, report: Report) => Promise<void> };

const BATCH = 200;

/**
 * Rows in batches by ascending id, so that memory stays flat. `select` gets the condition on the id, the order and the
 * limit as one clause that ends its statement.
 */
export async function* inBatches<Row extends { id: number }>(
  db: Db,
  select: (page: RawBuilder<unknown>, after: number) => RawBuilder<Row>,
): AsyncGenerator<Row[]> {
  // A row that is slipped in may have any number.
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const { rows } = await select(sql`order by id limit ${BATCH}`, after).execute(db);
    if (rows.length === 0) return;
    yield rows;
    after = Number(rows.at(-1)!.id);
  }
}

/** The last event of these actions about a row, joined as `told` with its number, actor and detail. */
export const lastEvent = (
  entity: string,
  id: RawBuilder<unknown>,
  actions: readonly string[],
  condition: RawBuilder<unknown> = sql`true`,
) => sql`left join lateral (select seq, actor_id as actor, detail from audit_event event
    where event.entity = ${entity} and event.entity_id = (${id})::text and event.action = any(${[...actions]}::text[])
      and ${condition}
    order by seq desc limit 1) as told on true`;

/** A row without an event. `isLater` says that rows of before it have one. */
type Untold = { id: number; isLater?: boolean };

/**
 * Rows from before their kind had events are counted as silent; later ones without an event are found. Rows come by
 * ascending id: behind the first one with an event each has one.
 */
export const silence = (report: Report, table: string) => {
  let isTold = false;
  return {
    told: () => {
      isTold = true;
    },
    untold: ({ id, isLater = false }: Untold) => {
      if (isTold || isLater) report.found({ table, id, seq: null, problem: '没有对应的事件' });
      else report.silent(1);
    },
  };
};

/** The first event about rows that were loaded and not made by calls: the demo. */
export const LOADED = 'record.loaded';

/** The version of the rules of a cycle that an `event` froze; null for other events. */
export const versionFrozen = sql<number | null>`case
  when event.action = 'cycle.published' then event.detail #>> '{rules,version}'
  when event.action in ('cycle.rules_frozen', ${sql.lit(LOADED)}) then event.detail ->> 'version' end::integer`;
