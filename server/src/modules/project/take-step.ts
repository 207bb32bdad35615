import type { ProjectActor, ProjectCase, ProjectEvent } from '@zhiping/shared/rules/project-states.ts';
import { projectMessages } from '@zhiping/shared/rules/project-messages.ts';
import type { Tx } from '../../platform/database/db.ts';
import { tellUser } from '../../platform/live/messages.ts';
import { transition, type Step } from '../../platform/workflow/transition.ts';
import { type StoredProject, workflow } from './project-workflow.ts';

/** Leave a message for the applicant, if he has an account still. */
const tellApplicant = async (tx: Tx, { id, person_id }: StoredProject, event: ProjectEvent) => {
  const message = projectMessages[event];
  if (!message) return;
  const applicant = await tx
    .selectFrom('applicant')
    .select('user_id')
    .where('person_id', '=', person_id)
    .executeTakeFirst();
  if (applicant) await tellUser(tx, applicant.user_id, { ...message, link: `/apply/project?id=${id}` });
};

/** Move an application, and tell its applicant what somebody else did with it. */
export const takeStep = async (
  tx: Tx,
  step: Step<ProjectEvent, ProjectActor, StoredProject, ProjectCase>,
): Promise<void> => {
  const { row } = await transition(tx, workflow, step);
  await tellApplicant(tx, row, step.event);
};
