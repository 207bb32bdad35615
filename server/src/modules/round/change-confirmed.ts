import type { Deps } from '../../deps.ts';
import { actorNameOf } from '../../platform/auth/actor-name.ts';
import { isPast } from '../assignment/assignment-workflow.ts';
import { explainPlace } from '../assignment/explain-place.ts';
import { endAssignment } from '../assignment/replace-expert.ts';
import { changed, type PerformAct } from '../confirmation/answer-confirmation.ts';
import { countPoolChangesSince } from '../draw/own-pool-changes.queries.ts';
import { fillPlace } from './add-expert.ts';
import { ChangeInput } from './ask-change.ts';
import { lockAssignment } from './lock-assignment.ts';
import { findChosen, putExpert } from './put-expert.ts';

/** Gives a place of a project that is out to another expert, once it is confirmed. */
export const changeConfirmed =
  (deps: Deps): PerformAct =>
  async (
    tx,
    second,
    { id: confirmation, object_id: projectId, asked_by, asked_name, input, reason: asked },
  ) => {
    const { ends, expertId, rank: askedRank } = ChangeInput.parse(input);
    // A pool that the asker changed since gives another expert than the one that was asked for.
    const since = { userId: asked_by, projectId, confirmation };
    if ((await countPoolChangesSince(tx, since)) > 0) throw changed();
    const reason = `${asked}（${asked_name}提出、${actorNameOf(second.view.user)}复核）`;
    if (ends === null) {
      await explainPlace(fillPlace(deps, tx, second, { projectId, expertId, askedRank, reason }));
      return;
    }
    const place = await lockAssignment(tx, second, { id: ends.id });
    const { stored, round } = place;
    // Work that was begun since does not go unread.
    if (stored.version !== ends.version || stored.state !== ends.state) throw changed();
    if (expertId === null) {
      const event = isPast(stored.due_at, second.at) ? 'expire' : 'replace';
      const ending = { task: stored, round, event, who: 'office', reason } as const;
      await explainPlace(endAssignment(deps, tx, second, ending));
      return;
    }
    const found = await findChosen(tx, stored, { expertId, at: second.at });
    const { chosen } = found;
    // The second person read a rank: an expert who ranks lower now is asked for anew.
    if (askedRank !== null && found.rank.place > askedRank.place) throw changed();
    await explainPlace(putExpert(deps, tx, second, { ...place, chosen, reason }));
  };
