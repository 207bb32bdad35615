import { sql } from 'kysely';
import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import type { RuleContent } from '../../platform/database/column-types.ts';
import type { Db } from '../../platform/database/db.ts';
import { disagreedIn, evaluateOpinions } from '../round/close-round.ts';
import { type Check, inBatches, type Report, versionFrozen } from './check.ts';

type Figures = { outcome: string; message: string; asked: number; returned: number; disagreed: number };
type Result = Figures & {
  id: number;
  cycleId: number;
  ruleVersion: number;
  opinions: (FilledForm | null)[] | null;
  isOfClosing: boolean | null;
};

/** The rules of a version, and the version that held when the round was closed, as far as events say it. */
type Held = { content: RuleContent | null; closed: number | null; held: number | null };

const findHeld = async (db: Db, cycleId: number, version: number): Promise<Held> => {
  const { rows } = await sql<Held>`
    select closed.seq as closed,
      (select content from rule_set where cycle_id = ${cycleId} and version = ${version}) as content,
      (select max(${versionFrozen}) from audit_event event where entity = 'cycle' and entity_id = ${String(cycleId)}
        and seq < closed.seq) as held
    from (select max(seq) as seq from audit_event where entity = 'cycle' and entity_id = ${String(cycleId)}
      and action = 'round.closed') as closed`.execute(db);
  return rows[0] as Held;
};

const problemsOf = ({ opinions, ruleVersion, isOfClosing, ...stored }: Result, { content, held }: Held) => {
  if (content === null) return [`所依据的第 ${ruleVersion} 版规则不见了`];
  const locked = opinions ?? [];
  const given = locked.filter((opinion) => opinion !== null);
  const { level, message } = evaluateOpinions({ content }, { asked: locked.length, opinions: given });
  const computed: Figures = {
    outcome: level === 'block' ? 'fail' : 'pass',
    message,
    asked: locked.length,
    returned: given.length,
    disagreed: disagreedIn(message),
  };
  const names = Object.keys(computed) as (keyof Figures)[];
  return [
    ...(names.every((name) => stored[name] === computed[name])
      ? []
      : [`结果为「${stored.message}」，按锁定的意见应为「${message}」，或份数不符`]),
    ...(held !== null && held !== ruleVersion
      ? [`依据第 ${ruleVersion} 版规则，结束送审时执行的是第 ${held} 版`]
      : []),
    ...(isOfClosing === false ? ['计算时间不是结束送审的时间'] : []),
  ];
};

const compareCounts = async (db: Db, report: Report) => {
  const { rows: closed } = await sql<{ id: number; seq: number; files: number; results: number }>`
    select entity_id::bigint as id, seq, (detail ->> 'files')::integer as files,
      (select count(*)::integer from external_result where cycle_id = entity_id::bigint) as results
    from audit_event where entity = 'cycle' and action = 'round.closed'`.execute(db);
  for (const { id, seq, files, results } of closed)
    if (files !== results)
      report.found({
        table: 'cycle',
        id,
        seq,
        problem: `结束送审时有 ${files} 份结果，现在有 ${results} 份`,
      });
};

/** Results of the external review: computed again from the locked opinions by the version of the rules that they name. */
export const resultCheck: Check = {
  name: '送审结果',
  run: async (db, report) => {
    const known = new Map<string, Held>();
    for await (const rows of inBatches<Result>(
      db,
      (
        page,
        after,
      ) => sql`select row.id, outcome, message, asked, returned, disagreed, row.cycle_id as "cycleId",
          rule_version as "ruleVersion", computed_at = review_round.closed_at as "isOfClosing",
          (select jsonb_agg(review.submitted order by assignment.id) from assignment
            left join review on review.assignment_id = assignment.id
            where assignment.project_id = row.id and assignment.state = 'locked') as opinions
        from (select *, project_id as id from external_result where project_id > ${after} ${page}) as row
          left join review_round on review_round.cycle_id = row.cycle_id order by row.id`,
    )) {
      report.compared(rows.length);
      for (const row of rows) {
        const { id, cycleId, ruleVersion } = row;
        const key = `${cycleId} ${ruleVersion}`;
        const held = known.get(key) ?? (await findHeld(db, cycleId, ruleVersion));
        known.set(key, held);
        for (const problem of problemsOf(row, held))
          report.found({ table: 'external_result', id, seq: held.closed, problem });
      }
    }
    await compareCounts(db, report);
  },
};
