import { sql } from 'kysely';
import { answerOf, type FilledForm, totalOf } from '@zhiping/shared/rules/opinion/opinion.ts';
import type { RuleContent } from '../../platform/database/column-types.ts';
import { hashOfJson } from '../../platform/hash.ts';
import { type Check, inBatches, lastEvent, type Report } from './check.ts';

type Row = {
  id: number;
  opinion: FilledForm | null;
  hash: string | null;
  ruleVersion: number;
  total: number | null;
  answer: string | null;
  isCounted: boolean;
  seq: number | null;
  told: { hash: string; ruleVersion: number } | null;
  /** Null in older events. */
  isAtTime: boolean | null;
  kept: FilledForm | null;
  form: RuleContent['form'] | null;
};

const problemIn = ({ id, opinion, hash, told, kept, form, ...row }: Row): string | null => {
  if (told === null) return opinion === null ? null : '有已提交的意见，没有提交的事件';
  if (opinion === null) return '提交的意见不见了';
  const computed = hashOfJson({ assignment: id, opinion, ruleVersion: told.ruleVersion });
  if (computed !== told.hash) return '意见内容与提交时的散列不符';
  if (hash !== told.hash) return '保存的散列与提交的事件不符';
  if (kept !== null && hashOfJson(kept) !== hashOfJson(opinion)) return '历次保存中提交的版本被改动';
  if (row.answer !== answerOf(opinion)) return '结论与提交的意见不符';
  if (form !== null && row.total !== totalOf(form, opinion.scores)) return '总分与提交的意见不符';
  if (row.isAtTime === false) return '提交时间与提交的事件不符';
  return row.isCounted ? null : '提交过的意见没有计入';
};

const compare = (report: Report, rows: readonly Row[]) => {
  report.compared(rows.length);
  for (const row of rows) {
    const problem = problemIn(row);
    if (problem !== null) report.found({ table: 'review', id: row.id, seq: row.seq, problem });
  }
};

/** What was submitted is what was hashed, with its answer and its points. */
export const opinionCheck: Check = {
  name: '评审意见',
  run: async (db, report) => {
    for await (const rows of inBatches<Row>(
      db,
      (
        page,
        after,
      ) => sql`select row.id, row.submitted as opinion, row.hash, row.rule_version as "ruleVersion",
          assignment.total, assignment.answer, assignment.is_counted as "isCounted", told.seq, told.detail as told,
          assignment.submitted_at = (told.detail #>> '{row,at}')::timestamptz as "isAtTime",
          review_revision.opinion as kept, rule_set.content -> 'form' as form
        from (select assignment_id as id, submitted, hash, rule_version from review where assignment_id > ${after}
            ${page}) as row
          join assignment on assignment.id = row.id
          ${lastEvent('assignment', sql`row.id`, ['assignment.submitted'])}
          left join review_revision on review_revision.assignment_id = row.id
            and review_revision.version = (told.detail ->> 'opinionVersion')::integer
          left join rule_set on rule_set.cycle_id = assignment.cycle_id
            and rule_set.version = (told.detail ->> 'ruleVersion')::integer
        order by row.id`,
    ))
      compare(report, rows);
    const { rows: gone } = await sql<{ id: number; seq: number }>`
      select entity_id::bigint as id, max(seq) as seq from audit_event where entity = 'assignment'
        and action = 'assignment.submitted' and not exists (select from review where assignment_id = entity_id::bigint)
      group by entity_id`.execute(db);
    for (const { id, seq } of gone) report.found({ table: 'review', id, seq, problem: '提交的意见不见了' });
  },
};
