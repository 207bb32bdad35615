import type { Selectable } from 'kysely';
import {
  type ProjectActor,
  type ProjectCase,
  type ProjectEvent,
  projectMachine,
  type ProjectState,
} from '@zhiping/shared/rules/project/states.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Workflow } from '../../platform/workflow/transition.ts';

export type StoredProject = Selectable<Schema['project']>;

export const workflow: Workflow<ProjectState, ProjectEvent, ProjectActor, StoredProject, ProjectCase> = {
  machine: projectMachine,
  table: 'project',
  column: 'state',
  actions: {
    prefill: 'project.prefilled',
    submit: 'project.submitted',
    recall: 'project.recalled',
    withdraw: 'project.withdrawn',
    return: 'project.returned',
    handOn: 'project.handed_on',
    sendBack: 'project.sent_back',
    endorse: 'project.endorsed',
    giveBack: 'project.given_back',
    recommend: 'project.recommended',
    decline: 'project.declined',
    reconsider: 'project.reconsidered',
    report: 'project.reported',
    retract: 'project.report_retracted',
    supplement: 'project.supplement_asked',
    lapse: 'project.lapsed',
    accept: 'project.accepted',
    refuse: 'project.refused',
    reopen: 'project.reopened',
    sendOut: 'project.sent_out',
    pass: 'project.external_passed',
    fail: 'project.external_failed',
  },
  recordOf: ({ id: entityId }) => ({ entity: 'project', entityId }),
};
