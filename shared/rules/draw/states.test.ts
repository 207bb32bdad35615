import { expect, test } from 'vitest';
import {
  type DrawActor,
  type DrawCase,
  type DrawEvent,
  drawMachine,
  type DrawState,
  drawStates,
} from './states.ts';
import { findTransition } from '../workflow/state-machine.ts';

const both = { office: true, supervisor: true };
const none = { office: false, supervisor: false };
const done: DrawCase = {
  suspendedReason: null,
  isWitnessed: true,
  committed: both,
  opened: both,
  side: null,
  flagged: { places: 0, named: [] },
  unreadable: { projects: 0, named: [] },
  conflicts: null,
};
const outcome = (state: DrawState, event: DrawEvent, who: DrawActor, subject: Partial<DrawCase> = {}) => {
  const result = findTransition(drawMachine, state, event, [who], { ...done, ...subject });
  return 'denial' in result ? result.denial.code : result.transition.to;
};

const states = Object.keys(drawStates) as DrawState[];
const events = Object.keys(drawMachine.events) as DrawEvent[];
const actors: DrawActor[] = ['office', 'supervisor', 'clock', 'pair'];

const table: [DrawState, DrawEvent, DrawActor, DrawState][] = [
  ['planned', 'commit', 'office', 'planned'],
  ['planned', 'commit', 'supervisor', 'planned'],
  ['planned', 'freeze', 'office', 'frozen'],
  ['frozen', 'open', 'office', 'frozen'],
  ['frozen', 'open', 'supervisor', 'frozen'],
  ['frozen', 'compute', 'clock', 'drawn'],
  ['drawn', 'adjust', 'office', 'drawn'],
  ['drawn', 'release', 'office', 'released'],
  ['planned', 'abort', 'office', 'aborted'],
  ['planned', 'abort', 'supervisor', 'aborted'],
  ['frozen', 'abort', 'pair', 'aborted'],
  ['drawn', 'abort', 'pair', 'aborted'],
];

test.each(
  states.flatMap((state) => events.flatMap((event) => actors.map((who) => [state, event, who] as const))),
)('%s, %s by the %s', (state, event, who) => {
  const line = table.find(([from, one, by]) => from === state && one === event && by === who);
  if (line) expect(outcome(state, event, who)).toBe(line[3]);
  else expect(outcome(state, event, who)).toMatch(/^state\.(role|impossible)$/);
});

test.each<[DrawState, DrawEvent, DrawActor, Partial<DrawCase>, string]>([
  ['planned', 'freeze', 'office', { committed: none }, 'draw.waiting'],
  ['planned', 'freeze', 'office', { committed: { office: true, supervisor: false } }, 'draw.waiting'],
  [
    'planned',
    'freeze',
    'office',
    { isWitnessed: false, committed: { office: true, supervisor: false } },
    'frozen',
  ],
  ['planned', 'commit', 'office', { side: 'office' }, 'draw.twice'],
  [
    'planned',
    'commit',
    'supervisor',
    { side: 'supervisor', committed: none, isWitnessed: false },
    'draw.unwitnessed',
  ],
  ['planned', 'commit', 'supervisor', { side: 'supervisor', committed: none }, 'planned'],
  ['frozen', 'open', 'office', { side: 'office' }, 'draw.twice'],
  ['frozen', 'compute', 'clock', { opened: none }, 'draw.waiting'],
  ['frozen', 'compute', 'clock', { suspendedReason: '核查' }, 'drawn'],
  ['drawn', 'release', 'office', { flagged: { places: 1, named: [] } }, 'draw.flagged'],
  ['drawn', 'release', 'office', { unreadable: { projects: 1, named: [] } }, 'draw.unreadable'],
  ['drawn', 'release', 'office', { conflicts: '正在更新' }, 'draw.conflicts'],
  ['planned', 'freeze', 'office', { conflicts: '正在更新' }, 'draw.conflicts'],
  ['drawn', 'release', 'office', { suspendedReason: '核查' }, 'draw.suspended'],
  ['planned', 'commit', 'office', { suspendedReason: '核查' }, 'draw.suspended'],
  ['drawn', 'abort', 'pair', { suspendedReason: '核查' }, 'aborted'],
])('%s, %s by the %s with %j: %s', (state, event, who, subject, code) => {
  expect(outcome(state, event, who, subject)).toBe(code);
});
