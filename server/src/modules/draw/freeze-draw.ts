import { randomBytes } from 'node:crypto';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import type { Roster } from '@zhiping/shared/rules/draw/record.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { badRequest } from '../../platform/errors.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { unknownReason } from '../conflict/pending.queries.ts';
import { caseOf, workflow } from './draw-workflow.ts';
import { sha256 } from '../../platform/hash.ts';
import { lockDraw } from './plan-draw.ts';
import { collectRoster } from '../assignment/roster.queries.ts';

/** Refuses a roster without projects or without experts. */
const refuseEmptyRoster = ({ files, experts }: Roster) => {
  if (files.length === 0) throw badRequest('draw.no_files', '没有等待送审的申报，不需要抽取');
  if (experts.length === 0) throw badRequest('draw.no_experts', '专家库中没有已入库的专家');
};

const NONCE_BYTES = 32;

/**
 * Freezes the input of a draw. Later changes of projects, experts, conflicts or rules do not affect this draw. The nonce
 * is made here, after both commitments, so that no number is chosen for a result.
 */
export const freezeDraw = (db: Db, actor: Principal, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { stored, suspendedReason } = await lockDraw(tx, actor, id);
    const roster = await collectRoster(tx, { cycleId: stored.cycle_id, plan: stored.plan, at: actor.at });
    const text = canonicalJson(roster);
    const hash = sha256(text);
    const nonce = randomBytes(NONCE_BYTES).toString('hex');
    const nonceHash = sha256(nonce);
    // Read after the roster, so that a computation that starts in between is noticed.
    const conflicts = await unknownReason(tx, stored.cycle_id);
    await transition(tx, workflow, {
      id: stored.id,
      event: 'freeze',
      who: ['office'],
      actor,
      subjectOf: (draw) => caseOf(draw, { suspendedReason, conflicts }),
      work: async () => refuseEmptyRoster(roster),
      set: {
        roster: text,
        roster_hash: hash,
        nonce,
        nonce_hash: nonceHash,
        ...editedBy(actor, stored),
      },
      detail: { hash, nonceHash, files: roster.files.length, experts: roster.experts.length },
    });
  });
