import type { ProjectActor, ProjectCase, ProjectEvent } from '@zhiping/shared/rules/project/states.ts';
import type { MessageCode } from '@zhiping/shared/rules/message-text/message-texts.ts';
import { projectMessages } from '@zhiping/shared/rules/project/messages.ts';
import type { Tx } from '../../platform/database/db.ts';
import { notifyUser } from '../../platform/live/messages.ts';
import { wordingOf } from '../../platform/outbox/wording.ts';
import { transition, type Step } from '../../platform/workflow/transition.ts';
import { type StoredProject, workflow } from './project-workflow.ts';
import { notifyOfStep } from './notify-staff.ts';

/** What an applicant is told of an event, as it is worded now; null where he is told nothing. */
export const messageOf = async (tx: Tx, event: ProjectEvent) => {
  const message = projectMessages[event];
  return message ? { ...message, text: await wordingOf(tx, `message.${event}` as MessageCode) } : null;
};

/** Leave a message for the applicant of an application, if he has an account still. */
export const notifyApplicant = async (
  tx: Tx,
  id: number,
  message: Pick<Parameters<typeof notifyUser>[2], 'kind' | 'text'>,
): Promise<void> => {
  const applicant = await tx
    .selectFrom('applicant')
    .innerJoin('project', 'project.person_id', 'applicant.person_id')
    .select('user_id')
    .where('project.id', '=', id)
    .executeTakeFirst();
  if (applicant)
    await notifyUser(tx, applicant.user_id, { ...message, link: `/apply/project?id=${id}`, projectId: id });
};

/** Move an application, and tell those whom it concerns what somebody else did with it. */
export const takeStep = async (
  tx: Tx,
  step: Step<ProjectEvent, ProjectActor, StoredProject, ProjectCase>,
): Promise<void> => {
  const { row } = await transition(tx, workflow, step);
  await notifyOfStep(tx, row, step);
  const message = await messageOf(tx, step.event);
  if (message) await notifyApplicant(tx, step.id, message);
};
