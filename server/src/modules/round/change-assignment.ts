import type { z } from 'zod';
import type { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { isPast } from '../assignment/assignment-workflow.ts';
import { endAssignment } from '../assignment/replace-expert.ts';
import { refusePooled } from '../confirmation/refuse-concerned.ts';
import { recordChange } from '../draw/result/record-step.ts';
import { askChange, mayHaveSteered, wasReplacedBefore } from './ask-change.ts';
import { inPlaces, lockAssignment, requireVisible } from './lock-assignment.ts';
import { findChosen, putExpert, requireChangeable } from './put-expert.ts';

type Change = z.output<typeof assignmentApi.change.body> & { id: number };
type Asked = { confirmationId: number | null };

/**
 * Puts another expert into a place, with a reason on record. The result of the draw stays in its record. A second person
 * confirms it: the release of the result, or, once that is out, this change.
 */
export const changeAssignment = (
  deps: Deps,
  actor: Principal,
  { id, version, expertId, reason }: Change,
): Promise<Asked> =>
  inPlaces(deps, async (tx) => {
    const held = await lockAssignment(tx, actor, { id, version });
    const { stored } = held;
    await requireVisible(tx, actor, stored);
    await refusePooled(tx, actor);
    const { chosen, rank } = await findChosen(tx, stored, { expertId, at: actor.at });
    requireChangeable(held, actor.at);
    if (stored.state !== 'proposed') return askChange(tx, actor, { stored, expertId, rank, reason });
    await putExpert(deps, tx, actor, { ...held, chosen, reason });
    await recordChange(tx, actor, { stored, ...chosen, reason });
    return { confirmationId: null };
  });

type Replace = z.output<typeof assignmentApi.replace.body> & { id: number };

/**
 * Replaces an expert who is late or cannot continue; the place is filled in the same transaction. One
 * officer does it once at a project, and only if they left the pool as it is: repeated often enough, or with others out
 * of the pool for an hour, it brings the one whom they want.
 */
export const replaceExpert = (
  deps: Deps,
  actor: Principal,
  { id, version, reason }: Replace,
): Promise<Asked> =>
  inPlaces(deps, async (tx) => {
    const held = await lockAssignment(tx, actor, { id, version });
    const { stored, round } = held;
    await requireVisible(tx, actor, stored);
    await refusePooled(tx, actor);
    const isLate = isPast(stored.due_at, actor.at);
    if (
      stored.state !== 'proposed' &&
      ((await wasReplacedBefore(tx, stored)) || (await mayHaveSteered(tx, actor, stored.cycle_id)))
    ) {
      requireChangeable(held, actor.at);
      return askChange(tx, actor, { stored, expertId: null, rank: null, reason });
    }
    await endAssignment(deps, tx, actor, {
      task: stored,
      round,
      event: isLate ? 'expire' : 'replace',
      who: 'office',
      reason,
    });
    return { confirmationId: null };
  });
