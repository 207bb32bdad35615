import type { ProjectActor, ProjectCase, ProjectEvent } from '@zhiping/shared/rules/project/states.ts';
import type { MessageCode } from '@zhiping/shared/rules/message-text/message-texts.ts';
import { projectMessages } from '@zhiping/shared/rules/project/messages.ts';
import type { Tx } from '../../platform/database/db.ts';
import { notifyUser } from '../../platform/live/messages.ts';
import { wordingOf } from '../../platform/outbox/wording.ts';
import { transition, type Step } from '../../platform/workflow/transition.ts';
import { type StoredProject, workflow } from './project-workflow.ts';
import { notifyOfStep } from './notify-staff.ts';

/** Text of the notification to the applicant about an event, in its present wording; null if there is none. */
export const messageOf = async (tx: Tx, event: ProjectEvent) => {
  const message = projectMessages[event];
  return message ? { ...message, text: await wordingOf(tx, `message.${event}` as MessageCode) } : null;
};

/** Notifies the applicant of a project if they still have an account. */
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

/** Moves a project and notifies those concerned. */
export const takeStep = async (
  tx: Tx,
  step: Step<ProjectEvent, ProjectActor, StoredProject, ProjectCase>,
): Promise<void> => {
  const { row } = await transition(tx, workflow, step);
  await notifyOfStep(tx, row, step);
  const message = await messageOf(tx, step.event);
  if (message) await notifyApplicant(tx, step.id, message);
};
