import { type MarkKind, markKinds } from './kinds.ts';
import { findPatterns, findTerms, type Found } from './patterns.ts';
import { type Glyph, type Place, placesOf } from './places.ts';
import { type Order, ordersWithin } from './reading-orders.ts';
import { foldText, type Simplify, type Stream, streamsOf } from './streams.ts';
import type { Terms } from './terms.ts';

/** A find that may reveal the owner, with its places and glyphs. */
export type FoundMark = { kind: MarkKind; words: string; glyphs: number[]; places: Place[] };

const rank = (kind: MarkKind) => Object.keys(markKinds).indexOf(kind);

/** The glyphs of a find, with the spaces and marks between its characters. */
const glyphsOf = (
  stream: Stream,
  { from, to }: Found,
  order: Order,
  position: ReadonlyMap<number, number>,
) => {
  const used = stream.glyphs.slice(from, to);
  const between = new Set<number>();
  for (let index = 0; index < used.length; index++) {
    between.add(used[index]!);
    const start = position.get(used[index]!)!;
    const end = index + 1 < used.length ? position.get(used[index + 1]!)! : start;
    for (let one = start + 1; one < end && end - start < 8; one++) between.add(order[one]!);
  }
  return [...between];
};

/**
 * Finds among glyphs whatever may reveal the owner, in every order in which they may be read. Text within another find
 * is part of it.
 */
export const findMarks = (
  glyphs: readonly Glyph[],
  { terms, simplify }: { terms: Terms; simplify: Simplify },
  orders: readonly Order[] = ordersWithin(glyphs),
): FoundMark[] => {
  const cache: string[] = [];
  const folded = (index: number) => (cache[index] ??= foldText(glyphs[index]!.text, simplify));
  const all = new Map<string, { kind: MarkKind; glyphs: number[] }>();
  for (const order of orders) {
    const { tight, marked } = streamsOf(glyphs, order, simplify, folded);
    const position = new Map(order.map((glyph, index) => [glyph, index]));
    for (const [stream, found] of [
      [tight, findTerms(tight, terms)],
      [marked, findPatterns(marked, terms)],
    ] as const)
      for (const one of found) {
        const used = glyphsOf(stream, one, order, position);
        const key = [...used].sort((a, b) => a - b).join();
        const known = all.get(key);
        if (!known || rank(one.kind) < rank(known.kind)) all.set(key, { kind: one.kind, glyphs: used });
      }
  }
  return withoutInner([...all.values()])
    .map(({ kind, glyphs: used }) => ({
      kind,
      glyphs: used,
      words: used
        .map((index) => glyphs[index]!.text)
        .join('')
        .slice(0, 200),
      places: placesOf(used.map((index) => glyphs[index]!)),
    }))
    .sort((a, b) => Math.min(...a.glyphs) - Math.min(...b.glyphs));
};

const warned: readonly MarkKind[] = ['fund', 'thanks', 'role'];

const withoutInner = (found: { kind: MarkKind; glyphs: number[] }[]) => {
  const larger = [...found].sort((a, b) => b.glyphs.length - a.glyphs.length);
  const kept: typeof found = [];
  const holders = new Map<number, Set<number>[]>();
  for (const one of larger) {
    const sets = holders.get(one.glyphs[0]!) ?? [];
    if (sets.some((set) => one.glyphs.every((glyph) => set.has(glyph)))) continue;
    kept.push(one);
    // A find that is only pointed out must not hide one that is to be covered.
    if (warned.includes(one.kind)) continue;
    const set = new Set(one.glyphs);
    for (const glyph of one.glyphs) (holders.get(glyph) ?? holders.set(glyph, []).get(glyph)!).push(set);
  }
  return kept;
};
