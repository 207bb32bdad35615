import type { PairParts } from '../assignment/pair-parts.ts';

/** Changes of a result before its release, as steps that can be undone. */

export const changeKinds = {
  change: '人工换人',
  solve: '重新求解',
  sheet: '表格导入',
  undo: '撤销',
  /** Pairs that were no longer allowed when the result came, because of changes after the roster was frozen. */
  lapse: '名册冻结后不再成立',
} as const;
export type ChangeKind = keyof typeof changeKinds;

/**
 * An expert in a place of a project. `byHand` is the reason of a manual choice; `isFixed` keeps the expert when the
 * rest is solved again.
 */
export type SlotHolder = { expert: number; parts: PairParts; byHand: string | null; isFixed: boolean };

/** A slot of a project, by its number, and its expert. */
export type Place = { file: number; slot: number; held: SlotHolder };

/** Change of one place by a step; null is an empty place. */
export type PlaceChange = { file: number; slot: number; out: SlotHolder | null; in: SlotHolder | null };

/** Undoing is a step like any other: `in` and `out` are swapped. */
export const reversed = (changes: readonly PlaceChange[]): PlaceChange[] =>
  changes.map(({ file, slot, out, in: into }) => ({ file, slot, out: into, in: out }));

/** Undone changes and their undo steps cancel out; the last remaining change can be undone next. */
export const lastToUndo = (
  steps: readonly { no: number; kind: ChangeKind; undoes: number | null }[],
): number | null => {
  const undone = new Set(steps.flatMap(({ undoes }) => undoes ?? []));
  return steps.findLast(({ no, kind }) => kind !== 'undo' && kind !== 'lapse' && !undone.has(no))?.no ?? null;
};

type Held = { expert: number } | null;
type Step = {
  kind: ChangeKind;
  changes: readonly { file: number; slot: number; out: Held; in: Held }[];
};

/** A slot of a project with another expert than the computed result gave it: `drawn`, null where it gave none. */
export type ChangedSlot = { file: number; slot: number; drawn: number | null };

/**
 * Slots of projects whose expert is another one than the computed result gave, after all steps in their order. Undone
 * changes are left out, and so are pairs that lapse, since no person chooses that.
 */
export const changedSlots = (steps: readonly Step[]): ChangedSlot[] => {
  const slots = new Map<string, ChangedSlot & { now: number | null }>();
  for (const { kind, changes } of steps)
    for (const { file, slot, out, in: into } of changes) {
      const key = `${file}/${slot}`;
      if (kind === 'lapse') {
        slots.delete(key);
        continue;
      }
      const known = slots.get(key) ?? { file, slot, drawn: out?.expert ?? null };
      slots.set(key, { ...known, now: into?.expert ?? null });
    }
  return [...slots.values()]
    .filter(({ drawn, now }) => drawn !== now)
    .map(({ file, slot, drawn }) => ({ file, slot, drawn }));
};

type Wanted = { file: number; expert: number; parts: PairParts };

/**
 * The fewest changes from the present places to a result: experts who stay keep their place and its facts; new ones
 * take the places of leaving ones, then the first free one. `freeSlotOf` returns another free place of a project at
 * each call.
 */
export const changesTo = (
  places: readonly Place[],
  wanted: readonly Wanted[],
  freeSlotOf: (file: number) => () => number,
): PlaceChange[] => {
  const before = Map.groupBy(places, ({ file }) => file);
  const after = Map.groupBy(wanted, ({ file }) => file);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((file) => {
    const [held, pairs] = [before.get(file) ?? [], after.get(file) ?? []];
    const staying = new Set(pairs.map(({ expert }) => expert));
    const known = new Set(held.map((place) => place.held.expert));
    const going = held.filter((place) => !staying.has(place.held.expert));
    const coming = pairs.filter(({ expert }) => !known.has(expert));
    const nextFree = freeSlotOf(file);
    return Array.from({ length: Math.max(going.length, coming.length) }, (_, at): PlaceChange => {
      const [place, pair] = [going[at], coming[at]];
      return {
        file,
        slot: place?.slot ?? nextFree(),
        out: place?.held ?? null,
        in: pair ? { expert: pair.expert, parts: pair.parts, byHand: null, isFixed: false } : null,
      };
    });
  });
};
