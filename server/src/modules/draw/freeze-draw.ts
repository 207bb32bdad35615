import { canonicalJson } from '@zhiping/shared/rules/canonical-json.ts';
import type { Roster } from '@zhiping/shared/rules/draw-record.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { badRequest } from '../../platform/errors.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { refusePending } from '../conflict/pending.queries.ts';
import { caseOf, workflow } from './draw-workflow.ts';
import { sha256 } from './hash.ts';
import { lockDraw } from './plan-draw.ts';
import { collectRoster } from './roster.queries.ts';

/** Nothing to draw, nobody to draw from, or conflicts that are not known yet. */
const refuseUnfit = async (tx: Tx, { cycle, files, experts }: Roster) => {
  if (files.length === 0) throw badRequest('draw.no_files', '没有等待送审的申报，不需要抽取');
  if (experts.length === 0) throw badRequest('draw.no_experts', '专家库中没有已入库的专家');
  await refusePending(tx, { cycleId: cycle.id, todo: '冻结名册' });
};

/**
 * Freeze what is drawn from: from here on neither files, experts, conflicts nor rules of this draw change, whatever happens to them
 * outside of it.
 */
export const freezeDraw = (db: Db, actor: Principal, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { stored, suspendedReason } = await lockDraw(tx, actor, id);
    const roster = await collectRoster(tx, { cycleId: stored.cycle_id, plan: stored.plan, at: actor.at });
    const text = canonicalJson(roster);
    const hash = sha256(text);
    await transition(tx, workflow, {
      id: stored.id,
      event: 'freeze',
      who: ['office'],
      actor,
      subjectOf: (draw) => caseOf(draw, { suspendedReason }),
      work: () => refuseUnfit(tx, roster),
      set: { roster: text, roster_hash: hash, ...editedBy(actor, stored) },
      detail: { hash, files: roster.files.length, experts: roster.experts.length },
    });
  });
