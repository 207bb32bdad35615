import { expect, test } from 'vitest';
import { changesTo, type SlotHolder, lastToUndo, type Place, reversed } from './changes.ts';

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
