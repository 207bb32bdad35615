import { sql } from 'kysely';
import { awaitedStates } from '@zhiping/shared/rules/assignment/states.ts';
import { endNames } from '@zhiping/shared/rules/cycle/edits.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { type Check, inBatches, LOADED } from './check.ts';

const names = { applyOpensAt: '申报开始', ...endNames };
type Name = keyof typeof names;

type Times = Record<Name, Date | null> & {
  id: number;
  /** The last event of each time, with the words it holds; null if none holds one. */
  told: Record<string, { seq: number; words: string | null }> | null;
};

/** The windows of published cycles are those that the office saved last. */
export const windowCheck: Check = {
  name: '批次时间',
  run: async (db, report) => {
    for await (const rows of inBatches<Times>(
      db,
      (page, after) => sql`select row.*, told.words as told
        from (select id, apply_opens_at as "applyOpensAt", apply_closes_at as "applyClosesAt",
            college_closes_at as "collegeClosesAt", report_closes_at as "reportClosesAt",
            body_closes_at as "bodyClosesAt", eligibility_closes_at as "eligibilityClosesAt",
            review_closes_at as "reviewClosesAt" from cycle where id > ${after} and state <> 'draft' ${page}) as row
          left join lateral (select jsonb_object_agg(name, jsonb_build_object('seq', seq, 'words', words)) as words
            from (select distinct on (name) name, seq, event.detail -> name as words
              from audit_event event, unnest(${Object.keys(names)}::text[]) as name
              where entity = 'cycle' and entity_id = row.id::text and action in ('cycle.changed', ${LOADED})
                and event.detail ? name
              order by name, seq desc) as latest) as told on true
        order by row.id`,
    )) {
      report.compared(rows.length);
      for (const { id, told, ...times } of rows)
        for (const [name, label] of Object.entries(names)) {
          const saved = told?.[name];
          const time = times[name as Name];
          if (saved === undefined) report.silent(1);
          else if (saved.words !== (time && formatDateTime(time)))
            report.found({ table: 'cycle', id, seq: saved.seq, problem: `${label}时间与事件不符` });
        }
    }
  },
};

type Term = { id: number; seq: number | null; isDue: boolean; own: Date | null; told: string | null };

/** Until when an expert may write: until the end of the review, or a term of their own that an event gave. */
export const termCheck: Check = {
  name: '评审期限',
  run: async (db, report) => {
    for await (const rows of inBatches<Term>(
      db,
      (page, after) => sql`select row.id, own_due_at as own, told.seq, told.words as told,
          coalesce(due_at = own_due_at, false) or due_at is not distinct from greatest(own_due_at, review_closes_at) as "isDue"
        from (select assignment.id, due_at, own_due_at, review_closes_at
          from assignment join cycle on cycle.id = cycle_id
          where assignment.id > ${after} and assignment.state = any(${[...awaitedStates]}::text[]) ${page}) as row
          left join lateral (select seq, event.detail ->> 'dueAt' as words from audit_event event
            where entity = 'assignment' and entity_id = row.id::text and event.detail ? 'dueAt'
            order by seq desc limit 1) as told on true
        order by row.id`,
    )) {
      report.compared(rows.length);
      for (const { id, seq, isDue, own, told } of rows) {
        if (!isDue)
          report.found({ table: 'assignment', id, seq, problem: '截止时间既不是评审的，也不是单独给的' });
        if (told !== (own && formatDateTime(own)))
          report.found({ table: 'assignment', id, seq, problem: '单独给的截止时间与事件不符' });
      }
    }
  },
};
