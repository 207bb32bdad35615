import { describe, expect, test } from 'vitest';
import { eventsFor, findTransition, type StateMachine, stepOf } from './state-machine.ts';

type Case = { isComplete: boolean };
const machine: StateMachine<
  'draft' | 'submitted' | 'withdrawn',
  'submit' | 'return' | 'withdraw',
  'owner' | 'office',
  Case
> = {
  noun: '申报',
  states: { draft: '填写中', submitted: '已提交', withdrawn: '已撤回' },
  events: { submit: '提交', return: '退回', withdraw: '撤回' },
  transitions: [
    {
      from: 'draft',
      event: 'submit',
      to: 'submitted',
      who: ['owner'],
      guard: ({ isComplete }) =>
        isComplete ? null : { code: 'project.incomplete', message: '还有必填项未填' },
    },
    { from: 'submitted', event: 'return', to: 'draft', who: ['office'] },
    { from: 'draft', event: 'withdraw', to: 'withdrawn', who: ['owner', 'office'] },
    { from: 'submitted', event: 'withdraw', to: 'withdrawn', who: ['owner'] },
  ],
};
const complete = { isComplete: true };

describe('an event', () => {
  test.each([
    ['draft', 'submit', ['owner'], complete, 'submitted'],
    ['submitted', 'return', ['office'], complete, 'draft'],
    ['submitted', 'withdraw', ['owner', 'office'], complete, 'withdrawn'],
  ] as const)('in %s: %s by %j leads on', (state, event, who, subject, to) => {
    expect(findTransition(machine, state, event, who, subject)).toMatchObject({ transition: { to } });
  });

  test.each([
    ['draft', 'submit', ['office'], complete, 'state.role', '您不能「提交」'],
    ['draft', 'submit', [], complete, 'state.role', '您不能「提交」'],
    ['withdrawn', 'submit', ['owner'], complete, 'state.impossible', '申报目前为「已撤回」，不能「提交」'],
    ['submitted', 'withdraw', ['office'], complete, 'state.impossible', '申报目前为「已提交」，不能「撤回」'],
    ['draft', 'submit', ['owner'], { isComplete: false }, 'project.incomplete', '还有必填项未填'],
  ] as const)('in %s: %s by %j is denied', (state, event, who, subject, code, message) => {
    expect(findTransition(machine, state, event, who, subject)).toEqual({ denial: { code, message } });
  });
});

test('a row says what is possible and why the rest is not', () => {
  expect(eventsFor(machine, 'draft', ['owner'], { isComplete: false })).toEqual({
    submit: '还有必填项未填',
    withdraw: true,
  });
  expect(eventsFor(machine, 'withdrawn', ['office'], complete)).toEqual({
    return: '申报目前为「已撤回」，不能「退回」',
    withdraw: '申报目前为「已撤回」，不能「撤回」',
  });
});

test('a statement that moves rows at once reads its step from the table', () => {
  expect(stepOf(machine, 'withdraw')).toEqual({ from: ['draft', 'submitted'], to: 'withdrawn' });
  const split = {
    ...machine,
    transitions: [
      ...machine.transitions,
      { from: 'withdrawn', event: 'return', to: 'submitted', who: ['office'] },
    ],
  } as typeof machine;
  expect(() => stepOf(split, 'return')).toThrow('does not lead to one state');
});
