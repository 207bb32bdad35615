import type { Principal } from '../../platform/auth/principal.ts';
import type { Tx } from '../../platform/database/db.ts';
import { lockRow } from '../../platform/edits/save-row.ts';
import { notFound } from '../../platform/errors.ts';
import { checkingAs } from './checking-as.ts';
import { isChecked, viewOf } from './project.policy.ts';
import { NOUN } from './project.queries.ts';
import { refuseOutdated } from './refuse-outdated.ts';
import { caseOf, findProjectCycle } from './project-cycle.queries.ts';

/** A project that the actor checks, locked, in the version that the client read; 404 outside their scope. */
export const lockChecked = async (
  tx: Tx,
  actor: Principal,
  { id, version }: { id: number; version?: number },
) => {
  const stored = await lockRow(tx, { table: 'project', noun: NOUN }, { id }, () => isChecked(actor));
  await refuseOutdated(tx, actor, stored, version);
  const view = viewOf(actor, {
    ...stored,
    own: null,
    // `isChecked` has found the row, so it is in scope.
    isOfBody: actor.bodyScope.includes(stored.school_id),
  });
  if (view === null) throw notFound(NOUN);
  const cycle = await findProjectCycle(tx, stored.cycle_id);
  const subject = await caseOf(tx, stored, { cycle, at: actor.at });
  const who = await checkingAs(tx, actor, { view, unitId: stored.school_id });
  return { stored, view, who, cycle, subject };
};
