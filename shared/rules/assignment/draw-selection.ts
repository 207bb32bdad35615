import type { Apart } from './keep-apart.ts';
import { createPairRows, type PairRow } from './pair-rows.ts';
import { createRandom, drawStrata, type Random } from './random.ts';
import type { Selection, SelectionFile } from './selection.ts';
import { OUTSIDE, ringWords } from './subject-distance.ts';
import { isHome, placesOf, positionsOf } from './exclusion.ts';

/** The use of the seed for draws (see pair-noise.ts for the other). */
const DRAW_USE = 2;

/** An expert drawn for a project; `at` is their position among the pairs of the draw. */
export type DrawnPair = { file: number; expert: number; match: number; ring: number; warning: number };
export type DrawnFile = {
  chosen: DrawnPair[];
  reserves: DrawnPair[];
  missing: number;
  /** The ring in which the urn was large enough, and how many were in it. */
  ring: number;
  urn: number;
};

/** Places in the row whose experts have a place left, by ring. */
const urnsOf = (row: PairRow, left: Int32Array) => {
  const urns: number[][] = ringWords.map(() => []);
  for (let at = 0; at < row.length; at += 1) if (left[row.expert[at]!]! > 0) urns[row.ring[at]!]!.push(at);
  return urns;
};

/**
 * Checks, in the order of the draw, which experts keep the limits of a project together with those chosen; an allowed
 * expert counts as chosen.
 */
const createLimits = (file: SelectionFile, { experts, params }: Selection, apart: readonly Apart[]) => {
  const { oneOfASchool, otherProvinces } = params.limits;
  const chosen = new Set<number>();
  const ofSchool = new Map<number, number>();
  let home = 0;
  const mostHome = file.need - (otherProvinces?.least ?? 0);
  const meets = (at: number) =>
    apart.some(({ a, b }) => (a === at && chosen.has(b)) || (b === at && chosen.has(a)));
  const take = (at: number) => {
    const expert = experts[at]!;
    chosen.add(at);
    if (isHome(file, expert)) home += 1;
    if (expert.schoolId !== null) ofSchool.set(expert.schoolId, (ofSchool.get(expert.schoolId) ?? 0) + 1);
  };
  const mayJoin = (at: number) => {
    const expert = experts[at]!;
    const { schoolId } = expert;
    const fellows = schoolId === null ? 0 : (ofSchool.get(schoolId) ?? 0);
    if (oneOfASchool && fellows >= oneOfASchool.most) return false;
    if (isHome(file, expert) && home >= mostHome) return false;
    if (meets(at)) return false;
    take(at);
    return true;
  };
  return { take, mayJoin };
};

const shuffled = <T>(members: readonly T[], random: Random): T[] => {
  const urn = { members: members.map((_, at) => at), count: members.length, alternates: 0 };
  return drawStrata([urn], (at) => at, random)[0]!.chosen.map((at) => members[at]!);
};

/**
 * The experts of one project: from the nearest rings that hold enough, and from wider ones only while places are empty.
 */
const drawFile = (
  file: number,
  row: PairRow,
  { left, locks, apart }: { left: Int32Array; locks: readonly number[]; apart: readonly Apart[] },
  selection: Selection,
  random: Random,
): DrawnFile => {
  const need = selection.files[file]!.need - locks.length;
  const { urnFactor, widestRing, reserves: mostReserves } = selection.params;
  const urns = urnsOf(row, left);
  const { take, mayJoin } = createLimits(selection.files[file]!, selection, apart);
  for (const expert of locks) take(expert);
  const chosen: DrawnPair[] = [];
  const reserves: DrawnPair[] = [];
  let ring = 0;
  let urn = urns[0]!;
  let drawnFrom = urn.length;
  while (drawnFrom < urnFactor * need && ring < Math.min(widestRing, OUTSIDE)) {
    ring += 1;
    urn = [...urn, ...urns[ring]!];
    drawnFrom = urn.length;
  }
  for (;;) {
    for (const at of shuffled(urn, random)) {
      const expert = row.expert[at]!;
      const pair = { file, expert, match: row.match[at]!, ring: row.ring[at]!, warning: row.warning[at]! };
      if (chosen.length < need && mayJoin(expert)) {
        chosen.push(pair);
        left[expert]! -= 1;
      } else if (reserves.length < mostReserves) reserves.push(pair);
    }
    if (chosen.length === need || ring >= Math.min(widestRing, OUTSIDE)) break;
    ring += 1;
    urn = urns[ring]!;
    drawnFrom += urn.length;
  }
  return { chosen, reserves, missing: need - chosen.length, ring, urn: drawnFrom };
};

/**
 * A lottery instead of the best match. Projects come in random order; each takes the nearest ring that holds enough
 * experts with free places, in random order. The next expert who keeps the limits of the project is chosen, those after
 * them are reserves. Each order of an urn is equally likely. A cleverer choice might fill places that stay empty here.
 */
export const drawSelection = (selection: Selection): DrawnFile[] => {
  const { files, experts, params } = selection;
  const rows = createPairRows(selection);
  const random = createRandom(params.seed, DRAW_USE);
  const left = Int32Array.from(experts, (expert) => placesOf(expert, params));
  const { apart, locks } = positionsOf(selection);
  const locksOf = Map.groupBy(locks, ({ file }) => file);
  for (const { expert } of locks) left[expert]! -= 1;
  const drawn: DrawnFile[] = Array.from({ length: files.length });
  const order = files.map((_, at) => at);
  for (const file of shuffled(order, random))
    drawn[file] = drawFile(
      file,
      rows.fill(file),
      { left, apart, locks: (locksOf.get(file) ?? []).map(({ expert }) => expert) },
      selection,
      random,
    );
  return drawn;
};
