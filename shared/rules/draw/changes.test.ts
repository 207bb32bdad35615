import { expect, test } from 'vitest';
import {
  changedSlots,
  type ChangeKind,
  changesTo,
  type SlotHolder,
  lastToUndo,
  type Place,
  reversed,
} from './changes.ts';

const parts = { match: 8000, ring: 0, rating: 0, warning: 0, noise: 0, load: 75, total: 7925 };
const held = (expert: number): SlotHolder => ({ expert, parts, byHand: null, isFixed: false });
const place = (file: number, slot: number, expert: number): Place => ({ file, slot, held: held(expert) });
const wanted = (file: number, expert: number) => ({ file, expert, parts });
const from = (first: number) => () => {
  let next = first;
  return () => next++;
};

test('staying experts keep their place, and a new one takes that of a leaving one', () => {
  const places = [place(1, 1, 10), place(1, 2, 11), place(2, 1, 12)];
  const changes = changesTo(places, [wanted(1, 11), wanted(1, 13), wanted(2, 12)], from(3));
  expect(changes).toEqual([{ file: 1, slot: 1, out: held(10), in: held(13) }]);
});

test.each([
  [
    'more come than go',
    [place(1, 1, 10)],
    [wanted(1, 10), wanted(1, 11)],
    [{ slot: 3, out: null, in: held(11) }],
  ],
  [
    'more go than come',
    [place(1, 1, 10), place(1, 2, 11)],
    [wanted(1, 11)],
    [{ slot: 1, out: held(10), in: null }],
  ],
  ['nobody had one', [], [wanted(1, 11)], [{ slot: 3, out: null, in: held(11) }]],
  ['all go', [place(1, 2, 10)], [], [{ slot: 2, out: held(10), in: null }]],
  ['nothing changes', [place(1, 2, 10)], [wanted(1, 10)], []],
])('where %s', (_, places, pairs, changes) => {
  expect(changesTo(places, pairs, from(3))).toMatchObject(changes);
  expect(changesTo(places, pairs, from(3))).toHaveLength(changes.length);
});

/** A step that puts one expert, or none, in the place of another at a slot of project 1. */
const replacing = (kind: ChangeKind, slot: number, out: number | null, into: number | null) => ({
  kind,
  changes: [{ file: 1, slot, out: out === null ? null : held(out), in: into === null ? null : held(into) }],
});

test.each([
  ['no step', [], []],
  ['a change', [replacing('change', 1, 10, 11)], [1]],
  ['an emptied slot', [replacing('sheet', 1, 10, null)], [1]],
  ['a filled slot', [replacing('change', 2, null, 11)], [2]],
  ['a change that is undone', [replacing('change', 1, 10, 11), replacing('undo', 1, 11, 10)], []],
  [
    'a filled slot that is empty again',
    [replacing('change', 1, null, 11), replacing('undo', 1, 11, null)],
    [],
  ],
  ['two changes', [replacing('change', 1, 10, 11), replacing('solve', 1, 11, 12)], [1]],
  [
    'two changes of which one is undone',
    [replacing('change', 1, 10, 11), replacing('change', 2, 20, 21), replacing('undo', 2, 21, 20)],
    [1],
  ],
  ['a pair that lapses', [replacing('lapse', 1, 10, null)], []],
  [
    'an expert for a pair that lapsed',
    [replacing('lapse', 1, 10, null), replacing('change', 1, null, 11)],
    [1],
  ],
  [
    'a change of a project that is gone at the release',
    [replacing('change', 1, 10, 11), replacing('lapse', 1, 11, null)],
    [],
  ],
] as const)('%s, by the slots that differ from the result', (_, steps, slots) => {
  expect(changedSlots(steps).map(({ slot }) => slot)).toEqual(slots);
});

test('a changed slot names the expert whom the draw gave it', () => {
  const steps = [
    replacing('change', 1, 10, 11),
    replacing('change', 1, 11, 12),
    replacing('change', 2, null, 13),
  ];
  expect(changedSlots(steps)).toEqual([
    { file: 1, slot: 1, drawn: 10 },
    { file: 1, slot: 2, drawn: null },
  ]);
});

test('undoing twice restores the change', () => {
  const changes = changesTo([place(1, 1, 10)], [wanted(1, 11)], from(2));
  expect(reversed(changes)).toEqual([{ file: 1, slot: 1, out: held(11), in: held(10) }]);
  expect(reversed(reversed(changes))).toEqual(changes);
});

const step = (no: number, undoes: number | null = null) => ({
  no,
  kind: undoes === null ? ('change' as const) : ('undo' as const),
  undoes,
});
test.each([
  [[], null],
  [[step(1), step(2)], 2],
  [[step(1), step(2), step(3, 2)], 1],
  [[step(1), step(2), step(3, 2), step(4, 1)], null],
  [[step(1), step(2, 1), step(3)], 3],
])('of %j the next to undo is %s', (steps, no) => expect(lastToUndo(steps)).toBe(no));
