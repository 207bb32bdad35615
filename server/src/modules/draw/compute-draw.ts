import type { Roster } from '@zhiping/shared/rules/draw/record.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import { seedText } from '@zhiping/shared/rules/draw/record.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database/db.ts';
import { notifyHolders } from '../../platform/live/messages.ts';
import { GiveUp, type TaskKind } from '../../platform/tasks/task-kind.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { caseOf, type StoredDraw, workflow } from './draw-workflow.ts';
import { sha256 } from '../../platform/hash.ts';
import { insertResult } from './insert-result.ts';
import { storeAnswer } from './run/draw-run.ts';
import { inWorker } from './run/in-worker.ts';

const find = (db: Deps['db'], id: number) =>
  db.selectFrom('draw').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/**
 * The seed from the numbers, the roster, the cycle and the nonce; null while the office's number or the roster is
 * missing. A missing number of the supervisor is not checked here, since draws without a supervisor have none.
 */
export const seedOf = ({ office_secret, supervisor_secret, roster_hash, cycle_id, nonce }: StoredDraw) =>
  office_secret === null || roster_hash === null
    ? null
    : sha256(
        seedText({
          officeSecret: office_secret,
          supervisorSecret: supervisor_secret,
          rosterHash: roster_hash,
          cycleId: cycle_id,
          nonce,
        }),
      );

/**
 * Text about pairs of the result that could not become assignments because facts changed after the roster was frozen.
 */
const describeDropped = (left: number) =>
  left === 0 ? '' : `其中 ${left} 人次在名册冻结后情况有变，已撤下，请另行安排。`;

/**
 * Stores the problem and notifies the office, but only while the draw still waits for its result: it may have been
 * aborted, or computed by another node.
 */
const storeProblem = async (tx: Tx, id: number, problem: string) => {
  const kept = await tx
    .updateTable('draw')
    .set({ problem })
    .where('id', '=', id)
    .where('state', '=', 'frozen')
    .returning('id')
    .execute();
  if (kept.length === 0) return;
  await notifyHolders(tx, 'assignment:draw', {
    kind: 'warning',
    text: `抽取结果没有算出来：${problem}`,
    link: `/review/draw?id=${id}`,
  });
};

/**
 * Computes the result of a draw once its numbers are open. Nothing is stored before the end, so another node can start
 * again after a kill.
 */
export const computeDrawKind = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): TaskKind => ({
  kind: 'draw.compute',
  attempts: 3,
  concurrency: 1,
  run: async (run) => {
    const { task, progress } = run;
    const id = Number(task.payload['id']);
    const draw = await find(db, id);
    const seed = seedOf(draw);
    if (draw.state !== 'frozen' || draw.roster === null || seed === null)
      throw new GiveUp('抽取已不在等待计算');
    progress(0, 1);
    const done = await inWorker(db, run, { kind: 'compute', roster: draw.roster, seed });
    if ('problem' in done) throw new GiveUp(done.problem);
    // The thread computes from the stored text itself, so that the result belongs to the hashed roster. This copy is
    // parsed only for the inserts.
    const roster = JSON.parse(draw.roster) as Roster;
    const text = canonicalJson(done.result);
    return async (tx) => {
      const stored = await find(tx, id);
      const hash = sha256(text);
      let left = 0;
      await transition(tx, workflow, {
        id,
        event: 'compute',
        who: ['clock'],
        actor: { userId: null },
        subjectOf: (locked) => caseOf(locked, { suspendedReason: null }),
        work: async () => {
          left = await insertResult(tx, { draw: stored, roster, result: done.result, at: clock.now() });
        },
        set: { seed, result: text, result_hash: hash, problem: null, version: stored.version + 1 },
        detail: { seed, hash, pairs: done.result.pairs.length, unfilled: done.result.unfilled },
      });
      await storeAnswer(tx, task, { shortages: done.shortages, avoided: done.avoided });
      await notifyHolders(tx, 'assignment:draw', {
        kind: 'success',
        text: `抽取结果已产生：分配 ${done.result.pairs.length} 人次，空缺 ${done.result.unfilled} 人次。${describeDropped(left)}`,
        link: `/review/draw?id=${id}`,
      });
      return { pairs: done.result.pairs.length, unfilled: done.result.unfilled };
    };
  },
  ended: async (tx, task, outcome) => {
    if (!outcome.ok) await storeProblem(tx, Number(task.payload['id']), outcome.error);
  },
});
