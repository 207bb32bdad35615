import { expect, test } from 'vitest';
import { findTransition } from '../workflow/state-machine.ts';
import {
  type ConfirmationActor,
  type ConfirmationCase,
  type ConfirmationEvent,
  confirmationMachine,
  type ConfirmationState,
  confirmationStates,
} from './states.ts';

const second: ConfirmationCase = {
  isSecond: true,
  isOver: false,
  isChanged: false,
  isAskerGone: false,
};
const outcome = (
  state: ConfirmationState,
  event: ConfirmationEvent,
  who: ConfirmationActor,
  subject: Partial<ConfirmationCase> = {},
) => {
  const result = findTransition(confirmationMachine, state, event, [who], { ...second, ...subject });
  return 'denial' in result ? result.denial.code : result.transition.to;
};

const states = Object.keys(confirmationStates) as ConfirmationState[];
const events = Object.keys(confirmationMachine.events) as ConfirmationEvent[];
const actors: ConfirmationActor[] = ['asker', 'other', 'clock'];
const table: Record<string, ConfirmationState> = {
  'waiting confirm other': 'confirmed',
  'waiting refuse other': 'refused',
  'waiting withdraw asker': 'withdrawn',
  'waiting lapse clock': 'lapsed',
};

test.each(
  states.flatMap((state) => events.flatMap((event) => actors.map((who) => [state, event, who] as const))),
)('%s, %s by the %s', (state, event, who) => {
  const to = table[`${state} ${event} ${who}`];
  if (to) expect(outcome(state, event, who)).toBe(to);
  else expect(outcome(state, event, who)).toMatch(/^state\.(role|impossible)$/);
});

test.each<[ConfirmationEvent, Partial<ConfirmationCase>, string]>([
  ['confirm', { isSecond: false }, 'confirmation.not_second'],
  ['confirm', { isAskerGone: true }, 'confirmation.asker_gone'],
  ['refuse', { isAskerGone: true }, 'refused'],
  ['refuse', { isSecond: false }, 'confirmation.not_second'],
  ['confirm', { isOver: true }, 'confirmation.over'],
  ['refuse', { isOver: true }, 'confirmation.over'],
  ['confirm', { isChanged: true }, 'confirmation.changed'],
  ['refuse', { isChanged: true }, 'refused'],
])('%s by another person with %j: %s', (event, subject, to) => {
  expect(outcome('waiting', event, 'other', subject)).toBe(to);
});
