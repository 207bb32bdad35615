import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { COMPUTE_KIND } from './compute-conflicts.ts';
import { FOLLOW_KIND } from './follow-changes.ts';

/** Changes that wait to be computed and can change conflicts of a cycle: its own, those of experts, and what concerns everything. */
export const isDueFor = (cycleId: number) =>
  sql<boolean>`exists (select from conflict_due where cycle_id = ${cycleId}
    or project_id in (select id from project where cycle_id = ${cycleId})
    or (cycle_id is null and project_id is null))`;

type Standing = {
  isDue: boolean;
  isComputing: boolean;
  problem: string | null;
  followProblem: string | null;
};

/**
 * Why the conflicts of a cycle cannot be relied on, in Chinese; null if they are known. Either a change is not computed
 * yet; or all are being recomputed, when nothing waits and nothing is found yet (a merger of schools is both, one after
 * the other); or the last computation failed, so that the former ones still hold.
 */
export const unknownReason = async (db: Db, cycleId: number): Promise<string | null> => {
  const { rows } = await sql<Standing>`
    select ${isDueFor(cycleId)} as "isDue",
      exists (select from task where key = ${`${COMPUTE_KIND}:${cycleId}`} and state in ('waiting', 'running')) as "isComputing",
      (select problem from conflict_run where cycle_id = ${cycleId}) as problem,
      (select error from task where kind = ${FOLLOW_KIND} and state in ('done', 'failed') order by id desc limit 1) as "followProblem"`.execute(
    db,
  );
  const { isDue, isComputing, problem, followProblem } = rows[0]!;
  if (isComputing) return '回避关系正在更新，请稍候';
  if (isDue && followProblem !== null) return `回避关系没有更新成功，系统正在重试：${followProblem}`;
  if (isDue) return '回避关系正在更新，请稍候';
  return problem === null ? null : `回避关系上次没有计算完成：${problem}。请先重新计算`;
};
