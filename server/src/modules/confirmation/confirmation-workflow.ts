import type { Selectable } from 'kysely';
import {
  type ConfirmationActor,
  type ConfirmationCase,
  type ConfirmationEvent,
  confirmationMachine,
  type ConfirmationState,
} from '@zhiping/shared/rules/confirmation/states.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Workflow } from '../../platform/workflow/transition.ts';

export type StoredConfirmation = Selectable<Schema['confirmation']>;

export const workflow: Workflow<
  ConfirmationState,
  ConfirmationEvent,
  ConfirmationActor,
  StoredConfirmation,
  ConfirmationCase
> = {
  machine: confirmationMachine,
  table: 'confirmation',
  column: 'state',
  actions: {
    confirm: 'confirmation.confirmed',
    refuse: 'confirmation.refused',
    withdraw: 'confirmation.withdrawn',
    lapse: 'confirmation.lapsed',
  },
  // The history of the object has them.
  recordOf: ({ object, object_id }) => ({ entity: object, entityId: object_id }),
};
