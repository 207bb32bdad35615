import type { Glyph } from './places.ts';

/** A possible reading order of glyphs, by their indices. */
export type Order = number[];

type Segment = {
  glyphs: number[];
  left: number;
  right: number;
  base: number;
  size: number;
  isVertical: boolean;
};

const COLUMN_GAP_EM = 2.2;

const turned = ({ x, y, endX, endY, angle }: Glyph) => {
  const cos = Math.cos(-angle);
  const sin = Math.sin(-angle);
  return {
    from: x * cos - y * sin,
    to: endX * cos - endY * sin,
    base: x * sin + y * cos,
    end: endX * sin + endY * cos,
  };
};

/** Lines as they are seen, cut where a column ends. Glyphs of one angle. */
const segmentsOf = (glyphs: readonly Glyph[], indices: readonly number[], isVertical: boolean): Segment[] => {
  const placed = indices.map((index) => {
    const glyph = glyphs[index]!;
    const { from, to, base, end } = turned(glyph);
    return isVertical
      ? { index, along: Math.min(base, end), until: Math.max(base, end), across: -from, size: glyph.size }
      : { index, along: Math.min(from, to), until: Math.max(from, to), across: base, size: glyph.size };
  });
  placed.sort((a, b) => a.across - b.across || a.along - b.along);
  const lines: (typeof placed)[] = [];
  for (const one of placed) {
    const line = lines.at(-1);
    const near =
      line && Math.abs(one.across - line.at(-1)!.across) < 0.35 * Math.min(one.size, line.at(-1)!.size);
    if (near) line.push(one);
    else lines.push([one]);
  }
  return lines.flatMap((line) => {
    line.sort((a, b) => a.along - b.along);
    const parts: (typeof placed)[] = [];
    for (const one of line) {
      const part = parts.at(-1);
      if (part && one.along - part.at(-1)!.until < COLUMN_GAP_EM * Math.max(one.size, part.at(-1)!.size))
        part.push(one);
      else parts.push([one]);
    }
    return parts.map((part) => ({
      glyphs: part.map(({ index }) => index),
      left: part[0]!.along,
      right: Math.max(...part.map(({ until }) => until)),
      base: part[0]!.across,
      size: Math.max(...part.map(({ size }) => size)),
      isVertical,
    }));
  });
};

const overlaps = (a: Segment, b: Segment) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0;

/** The line that goes on below this one, if any does. */
const belowOf = (segment: Segment, all: readonly Segment[]) => {
  let best: Segment | undefined;
  for (const other of all) {
    const down = other.base - segment.base;
    if (down <= 0.3 * segment.size || down > 4 * segment.size || !overlaps(segment, other)) continue;
    if (!best || other.base < best.base) best = other;
  }
  return best;
};

/** The first lines of columns: nothing stands right above them. */
const headsOf = (all: readonly Segment[]) => {
  const below = new Set(all.map((one) => belowOf(one, all)));
  return all.filter((one) => !below.has(one));
};

const EDGE = 12;

const endOf = ({ glyphs }: Segment) => glyphs.slice(-EDGE * 5);
const startOf = ({ glyphs }: Segment) => glyphs.slice(0, EDGE * 5);

const byAngle = (glyphs: readonly Glyph[], indices: readonly number[]) => {
  const groups = new Map<number, number[]>();
  for (const index of indices) {
    const key = Math.round((glyphs[index]!.angle * 180) / Math.PI / 2);
    (groups.get(key) ?? groups.set(key, []).get(key)!).push(index);
  }
  return [...groups.values()];
};

const pageOrders = (glyphs: readonly Glyph[], indices: readonly number[]) => {
  const orders: Order[] = [[...indices]];
  const heads: Segment[] = [];
  const ends: Segment[] = [];
  for (const group of byAngle(glyphs, indices)) {
    const across = segmentsOf(glyphs, group, false);
    orders.push(across.flatMap((segment) => segment.glyphs));
    for (const segment of across) {
      const below = belowOf(segment, across);
      if (below) orders.push([...endOf(segment), ...startOf(below)]);
    }
    const tops = headsOf(across);
    const bottoms = across.filter((one) => !belowOf(one, across));
    if (bottoms.length * tops.length <= 225)
      for (const bottom of bottoms)
        for (const top of tops) if (top !== bottom) orders.push([...endOf(bottom), ...startOf(top)]);
    const stacked = segmentsOf(glyphs, group, true);
    orders.push(stacked.flatMap((segment) => segment.glyphs));
    const sorted = [...across].sort((a, b) => a.base - b.base);
    heads.push(...sorted.slice(0, 5), ...tops.slice(0, 8));
    ends.push(...sorted.slice(-5), ...bottoms.slice(-8));
  }
  return { orders, heads, ends };
};

const byPage = (glyphs: readonly Glyph[]) => {
  const pages = new Map<number, number[]>();
  glyphs.forEach(({ page }, index) => (pages.get(page) ?? pages.set(page, []).get(page)!).push(index));
  return [...pages.values()];
};

/**
 * Every order in which the glyphs of one page may be read: as they were drawn, by lines, a line and the one below, the end of a
 * column and the head of the next one, from top to bottom.
 */
export const ordersWithin = (glyphs: readonly Glyph[]): Order[] =>
  byPage(glyphs).flatMap((indices) => pageOrders(glyphs, indices).orders);

/** Orders that go from the ends of one page on to the heads of the next. */
export const ordersAcross = (glyphs: readonly Glyph[]): Order[] => {
  const orders: Order[] = [];
  let last: Segment[] = [];
  for (const indices of byPage(glyphs)) {
    const { heads, ends } = pageOrders(glyphs, indices);
    for (const end of new Set(last))
      for (const head of new Set(heads)) orders.push([...endOf(end), ...startOf(head)]);
    last = ends;
  }
  return orders;
};
