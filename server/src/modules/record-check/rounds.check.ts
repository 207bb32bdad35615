import { sql } from 'kysely';
import { type Check, inBatches, LOADED } from './check.ts';

type Told = { seq: number; actor: number; at: string | null };
type Round = {
  id: number;
  closedAt: Date | null;
  closedBy: number | null;
  releasedAt: Date | null;
  closed: Told | null;
  published: Told | null;
};

const isOther = (told: Told | null, at: Date | null) =>
  told?.at !== undefined && told?.at !== null && told.at !== at?.toISOString();

const problemsOf = ({ closed, published, ...row }: Round, isOlder: boolean): string[] =>
  [
    // Rounds of the demo have neither event.
    closed === null && !isOlder && '没有结束送审的事件',
    closed !== null && closed.actor !== row.closedBy && '结束送审的人与事件不符',
    isOther(closed, row.closedAt) && '结束送审的时间与事件不符',
    closed !== null && published === null && row.releasedAt !== null && '已公布结果，没有公布的事件',
    published !== null && row.releasedAt === null && '结果已经公布，这里没有公布时间',
    row.releasedAt !== null && isOther(published, row.releasedAt) && '公布的时间与事件不符',
  ].filter((problem) => typeof problem === 'string');

const eventOf = (
  action: string,
) => sql`(select jsonb_build_object('seq', seq, 'actor', actor_id, 'at', detail #>> '{row,at}')
  from audit_event where entity = 'cycle' and entity_id = row.id::text and action = ${action} order by seq desc limit 1)`;

/** Who closed a round and published its results, and when. */
export const roundCheck: Check = {
  name: '送审轮次',
  run: async (db, report) => {
    for await (const rows of inBatches<Round & { isOlder: boolean }>(
      db,
      (
        page,
        after,
      ) => sql`select row.id, closed_at as "closedAt", closed_by as "closedBy", released_at as "releasedAt",
          ${eventOf('round.closed')} as closed, ${eventOf('round.published')} as published,
          exists (select from audit_event where entity = 'cycle' and entity_id = row.id::text
            and action = ${LOADED}) as "isOlder"
        from (select *, cycle_id as id from review_round where cycle_id > ${after} ${page}) as row order by row.id`,
    )) {
      report.compared(rows.length);
      for (const { isOlder, ...row } of rows) {
        if (row.closed === null && isOlder) report.silent(1);
        for (const problem of problemsOf(row, isOlder))
          report.found({ table: 'review_round', id: row.id, seq: row.closed?.seq ?? null, problem });
      }
    }
    const { rows: gone } = await sql<{ id: number; seq: number }>`
      select entity_id::bigint as id, seq from audit_event where entity = 'cycle' and action = 'round.closed'
        and not exists (select from review_round where cycle_id = entity_id::bigint)`.execute(db);
    for (const { id, seq } of gone)
      report.found({ table: 'review_round', id, seq, problem: '送审已经结束，轮次不见了' });
  },
};
