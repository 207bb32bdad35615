import type { z } from 'zod';
import type { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { rosterAgain } from '@zhiping/shared/rules/draw/solve-again.ts';
import { withoutMatchLimits } from '@zhiping/shared/rules/draw/plan.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts';
import { fieldError } from '../../../platform/errors.ts';
import { wasReleased, requireMapping } from '../../mapping/mapping.policy.ts';
import { findFreeSlots } from '../insert-result.ts';
import { lockDraw } from '../plan-draw.ts';
import { applyChanges } from './apply-changes.ts';
import { checkSheet } from './check-sheet.ts';
import { requireOpen } from './open-result.ts';
import { findPlaces } from './places.queries.ts';
import { readResultSheet } from './read-sheet.ts';
import { recordStep } from './record-step.ts';
import { requireResult } from './result.queries.ts';
import { findSinceFrozen } from './since-frozen.queries.ts';
import { figuresOf, pairsAfter } from './solve-again.ts';

const MAX_ERRORS = 1000;

type Import = {
  id: number;
  bytes: Uint8Array;
  dryRun?: boolean | undefined;
  reason?: string | undefined;
};
type Answer = z.input<typeof drawResultApi.import.result>;

const setFixed = async (
  tx: Tx,
  drawId: number,
  fixed: readonly { file: number; expert: number; isFixed: boolean }[],
) => {
  for (const { file, expert, isFixed } of fixed)
    await tx
      .updateTable('assignment')
      .set({ is_fixed: isFixed })
      .where('draw_id', '=', drawId)
      .where('project_id', '=', file)
      .where('expert_id', '=', expert)
      .where('state', '=', 'proposed')
      .execute();
};

/**
 * Imports a changed sheet of a result: all changes as one manual step, or none. With `dryRun` it only returns the
 * problems, or the effect on the whole. Projects that are not in the sheet stay as they are; an empty cell makes a
 * vacancy.
 */
export const importResult = async (
  db: Db,
  actor: Principal,
  { id, bytes, dryRun, reason }: Import,
): Promise<Answer> => {
  const { roster } = await requireResult(db, actor, id);
  const { rows, problems, total } = await readResultSheet(db, actor, { roster, bytes });
  if (!dryRun && reason === undefined) throw fieldError('draw.reason', 'reason', '请填写原因');
  return inTransaction(db, async (tx) => {
    const { stored, suspendedReason } = await lockDraw(tx, actor, id);
    requireOpen(stored, suspendedReason);
    if (
      await wasReleased(
        tx,
        rows.map(({ file }) => file),
      )
    )
      await requireMapping(tx, actor, { cycleId: stored.cycle_id, what: 'sheet' });
    const places = await findPlaces(tx, id);
    const since = await findSinceFrozen(tx, id, { roster, at: actor.at });
    const again = rosterAgain(roster, { locks: [], ...since });
    const selection = { ...again, params: { ...withoutMatchLimits(again.params), seed: stored.seed ?? '' } };
    const freeSlotOf = await findFreeSlots(
      tx,
      rows.map(({ file }) => file),
    );
    const checked = checkSheet(selection, places, rows, { reason: reason ?? '', freeSlotOf });
    const errors = [...problems, ...checked.problems].toSorted((a, b) => a.row - b.row);
    const failed = new Set(errors.map(({ row }) => row)).size;
    const report = { total, failed, errors: errors.slice(0, MAX_ERRORS) };
    if (failed > 0) return { ...report, created: 0, changed: 0, figures: null };
    const { changes, fixed } = checked;
    const pairs = places.map(({ file, held }) => ({ file, expert: held.expert, match: held.parts.match }));
    const figures = {
      before: figuresOf(roster, since, pairs),
      after: figuresOf(roster, since, pairsAfter(places, changes)),
    };
    const changed = changes.length + fixed.length;
    if (dryRun) return { ...report, created: 0, changed, figures };
    if (changes.length > 0) {
      await recordStep(tx, actor, { drawId: id, kind: 'sheet', changes, reason: reason! });
      await applyChanges(tx, actor, { draw: stored, changes, reason: reason! });
    }
    await setFixed(tx, id, fixed);
    return { ...report, created: changed, changed, figures };
  });
};
