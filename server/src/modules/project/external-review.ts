import type { ProjectCase } from '@zhiping/shared/rules/project/states.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Tx } from '../../platform/database/db.ts';
import { notifyUsers } from '../../platform/live/messages.ts';
import { transitionMany } from '../../platform/workflow/transition.ts';
import { workflow } from './project-workflow.ts';
import { messageOf } from './take-step.ts';
import { notifyOfResults } from './notify-staff.ts';

type Sent = { ids: readonly number[]; suspendedReason: string | null };
type Event = 'sendOut' | 'pass' | 'fail';

/** The guards of these steps check only whether the cycle is suspended. */
const caseOfAll = (suspendedReason: string | null) => ({ suspendedReason }) as ProjectCase;

/** Moves many projects in the external review at once and notifies their applicants. */
export const moveInReview = async (
  tx: Tx,
  actor: Principal,
  { ids, suspendedReason, event }: Sent & { event: Event },
): Promise<number> => {
  const moved = await transitionMany(tx, workflow, {
    ids,
    event,
    who: ['office'],
    actor,
    subject: caseOfAll(suspendedReason),
    set: { update_time: actor.at },
  });
  if (moved.length === 0) return 0;
  if (event !== 'sendOut') await notifyOfResults(tx, moved);
  const message = await messageOf(tx, event);
  if (!message) return moved.length;
  const applicants = await tx
    .selectFrom('applicant')
    .innerJoin('project', 'project.person_id', 'applicant.person_id')
    .select(['user_id', 'project.id'])
    .where(
      'project.id',
      'in',
      moved.map(({ id }) => id),
    )
    .execute();
  await notifyUsers(
    tx,
    applicants.map((one) => ({
      userId: one.user_id,
      link: `/apply/project?id=${one.id}`,
      projectId: one.id,
    })),
    message,
  );
  return moved.length;
};

/** Moves projects whose experts are invited into review; those already in review stay. */
export const startExternalReview = (tx: Tx, actor: Principal, sent: Sent): Promise<number> =>
  moveInReview(tx, actor, { ...sent, event: 'sendOut' });
