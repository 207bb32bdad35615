import type { z } from 'zod';
import type { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { dayOf } from '../../platform/clock.ts';
import { fieldError } from '../../platform/errors.ts';
import { sha256 } from '../../platform/hash.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { lockChecked } from './lock-checked.ts';
import { attachFiles } from './recommendation-files.ts';
import { takeStep } from './take-step.ts';
import { findSnapshot } from './snapshot.queries.ts';

type Recommendation = z.output<typeof projectApi.recommend.body> & { id: number };

/** Recommends a project with the vote of its department; the publicity of the school begins. */
export const recommendProject = (
  db: Db,
  actor: Principal,
  { id, version, opinion, fileIds, ...vote }: Recommendation,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { stored, who, subject } = await lockChecked(tx, actor, { id, version });
    const { round } = await findSnapshot(tx, id);
    const { expected, present, inFavour, against, abstain, heldOn, place } = vote;
    if (heldOn > dayOf(actor.at)) throw fieldError('project.meeting', 'heldOn', '评议日期不能晚于今天');
    await takeStep(tx, {
      id,
      event: 'recommend',
      who: [who],
      actor,
      subjectOf: () => subject,
      work: async () => {
        const { id: recommendationId } = await tx
          .insertInto('project_recommendation')
          .values({
            project_id: id,
            round,
            expected,
            held_on: heldOn,
            place,
            present,
            in_favour: inFavour,
            against,
            abstain,
            opinion,
            recommended_by: actor.userId,
            recommended_at: actor.at,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await attachFiles(tx, actor, { id, fileIds, recommendationId });
      },
      set: editedBy(actor, stored),
      detail: {
        round,
        ...vote,
        ...(fileIds.length > 0 && { files: fileIds }),
        row: { opinion: sha256(opinion), at: actor.at },
      },
    });
  });
