import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { ConfirmationState } from '@zhiping/shared/rules/confirmation/states.ts';
import { asTold, type Check, inBatches } from './check.ts';

type Asked = {
  seq: number;
  actor: number;
  detail: { act: string; summary: string; reason: string; input: unknown; lapsesAt: string; row?: object };
};
type Answered = {
  seq: number;
  actor: number | null;
  detail: { to: string; note?: string | null; row?: object };
};
type Confirmed = {
  id: number;
  act: string;
  state: ConfirmationState;
  summary: string;
  reason: string;
  input: unknown;
  lapses_at: Date;
  asked_by: number;
  asked_name: string;
  asked_at: Date;
  object_version: number | null;
  cycle_id: number | null;
  link: string;
  answered_by: number | null;
  answered_name: string | null;
  answered_at: Date | null;
  note: string | null;
  asked: Asked | null;
  answered: Answered | null;
};

/** Whether an event that holds facts of the row holds other ones. */
const differs = (told: object | undefined, facts: object) =>
  told !== undefined && !isDeepStrictEqual(told, asTold(facts));

const problemsOf = ({ asked, answered, ...row }: Confirmed): string[] => {
  if (asked?.actor !== row.asked_by) return ['提出人与事件不符'];
  const { act, summary, reason, input, lapsesAt } = asked.detail;
  if (
    !isDeepStrictEqual(
      { act, summary, reason, input },
      asTold({ act: row.act, summary: row.summary, reason: row.reason, input: row.input }),
    )
  )
    return ['提出的内容与事件不符'];
  if ((answered?.detail.to ?? 'waiting') !== row.state) return ['答复与事件不符'];
  if (row.answered_by !== null && answered?.actor !== row.answered_by) return ['复核人与事件不符'];
  return [
    lapsesAt !== row.lapses_at.toISOString() && '到期时间与事件不符',
    differs(asked.detail.row, {
      name: row.asked_name,
      at: row.asked_at,
      version: row.object_version,
      cycle: row.cycle_id,
      link: row.link,
    }) && '提出人姓名、时间或对象与事件不符',
    (answered?.detail.note ?? null) !== asTold(row.note) && '复核说明与事件不符',
    differs(answered?.detail.row, { name: row.answered_name, at: row.answered_at }) &&
      '复核人姓名或时间与事件不符',
  ].filter((problem) => typeof problem === 'string');
};

/** Acts that two persons did: who asked for what and who answered is what the events say. */
export const confirmationCheck: Check = {
  name: '双人复核',
  run: async (db, report) => {
    const event = sql`jsonb_build_object('seq', seq, 'actor', actor_id, 'detail', detail)`;
    for await (const rows of inBatches<Confirmed>(
      db,
      (page, after) => sql`select row.*,
          (select ${event} from audit_event event where event.entity = row.object
              and event.entity_id = row.object_id::text and action = 'confirmation.asked'
              and (detail ->> 'confirmation')::bigint = row.id order by seq limit 1) as asked,
          (select ${event} from audit_event event where event.entity = row.object
              and event.entity_id = row.object_id::text
              and action in ('confirmation.confirmed', 'confirmation.refused', 'confirmation.withdrawn', 'confirmation.lapsed')
              and (detail ->> 'confirmation')::bigint = row.id order by seq desc limit 1) as answered
        from (select * from confirmation where id > ${after} ${page}) as row order by row.id`,
    )) {
      report.compared(rows.length);
      for (const row of rows)
        for (const problem of problemsOf(row))
          report.found({
            table: 'confirmation',
            id: row.id,
            seq: row.answered?.seq ?? row.asked?.seq ?? null,
            problem,
          });
    }
  },
};
