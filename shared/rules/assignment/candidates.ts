import type { Instance } from './instance.ts';
import { bigCosts } from './network.ts';
import type { createPairRows, PairRow } from './pair-rows.ts';
import { selectSmallest } from './quickselect.ts';
import type { Selection } from './selection.ts';
import { isHome, placesOf } from './why-not.ts';

/** The candidates of a selection as the solver takes them, and what their costs are made of, row by row, in 1/100 point. */
export type Candidates = {
  instance: Instance;
  match: Int32Array;
  ring: Int32Array;
  warning: Int32Array;
  noise: Int32Array;
  /** What the dearest candidate of a file costs that was kept, where others were left out; else ∞. */
  cutCost: Float64Array;
  /** Allowed pairs, kept or not. */
  allowed: number;
};

/** Pairs to keep beside the best of each file: experts by file. */
export type ExtraPairs = ReadonlyMap<number, ReadonlySet<number>>;

/** However few are asked for, so many times the need of a file are kept, so that a single conflict changes little. */
const LEAST_FACTOR = 4;

const COLUMNS = ['file', 'expert', 'cost', 'group', 'isHome', 'match', 'ring', 'warning', 'noise'] as const;
type Columns = Record<(typeof COLUMNS)[number], Int32Array>;

/** Columns that grow by half when they are full. */
const createColumns = () => {
  let length = 0;
  let room = 1024;
  const make = () => Object.fromEntries(COLUMNS.map((name) => [name, new Int32Array(room)])) as Columns;
  let columns = make();
  return {
    add: (values: readonly number[]) => {
      if (length === room) {
        room += Math.ceil(room / 2);
        const wider = make();
        for (const name of COLUMNS) wider[name].set(columns[name]);
        columns = wider;
      }
      for (const [at, name] of COLUMNS.entries()) columns[name][length] = values[at]!;
      length += 1;
    },
    all: () =>
      Object.fromEntries(COLUMNS.map((name) => [name, columns[name].subarray(0, length)])) as Columns,
  };
};

/** Places in the row of the cheapest pairs, equal ones by expert. */
const cheapestOf = ({ length, cost }: PairRow, count: number, keys: Float64Array) => {
  let least = 0;
  for (let at = 0; at < length; at += 1) least = Math.min(least, cost[at]!);
  for (let at = 0; at < length; at += 1) keys[at] = (cost[at]! - least) * length + at;
  return selectSmallest(keys, length, count).map((key) => key % length);
};

/**
 * The cheapest pairs of each file, and `extra` ones. Costs of empty places and floors are those of all allowed pairs, so that they are the
 * same however many are kept. O(allowed pairs + kept · log kept).
 */
export const buildCandidates = (
  selection: Selection,
  rows: ReturnType<typeof createPairRows>,
  extra: ExtraPairs = new Map(),
): Candidates => {
  const { files, experts, params } = selection;
  const columns = createColumns();
  const keys = new Float64Array(experts.length);
  const cutCost = new Float64Array(files.length).fill(Infinity);
  const costs = { least: Infinity, most: -Infinity };
  let allowed = 0;
  for (const [file, { need }] of files.entries()) {
    const row = rows.fill(file);
    const { length, expert, cost, match, ring, warning, noise } = row;
    allowed += length;
    for (let at = 0; at < length; at += 1) {
      costs.least = Math.min(costs.least, cost[at]!);
      costs.most = Math.max(costs.most, cost[at]!);
    }
    const keep = (at: number) => {
      const who = expert[at]!;
      const parts = [match[at]!, ring[at]!, warning[at]!, noise[at]!];
      columns.add([
        file,
        who,
        cost[at]!,
        rows.school[who]!,
        Number(isHome(files[file]!, experts[who]!)),
        ...parts,
      ]);
    };
    const kept = cheapestOf(row, Math.max(params.top, LEAST_FACTOR * need), keys);
    for (const at of kept) keep(at);
    if (kept.length === length) continue;
    cutCost[file] = cost[kept.at(-1)!]!;
    const added = extra.get(file);
    if (!added) continue;
    const isKept = new Set(kept);
    for (let at = 0; at < length; at += 1) if (added.has(expert[at]!) && !isKept.has(at)) keep(at);
  }
  const { file, expert, cost, group, isHome: homes, ...parts } = columns.all();
  const { oneOfASchool, otherProvinces } = params.limits;
  const sides = {
    files: files.map(({ need }) => ({ need, mostHome: Math.max(0, need - (otherProvinces?.least ?? 0)) })),
    experts: experts.map((one) => {
      const places = placesOf(one, params);
      const floor = params.hasFloors ? Math.max(0, one.floor - one.openLoad) : 0;
      return { places, openLoad: one.openLoad, floor: Math.min(places, floor) };
    }),
    load: params.load,
  };
  return {
    instance: {
      ...sides,
      candidates: {
        file,
        expert,
        cost,
        ...(oneOfASchool && { group }),
        ...(otherProvinces && otherProvinces.least > 0 && { isHome: homes }),
      },
      groupCapacity: oneOfASchool?.most ?? 1,
      ...bigCosts(sides, allowed === 0 ? { least: 0, most: 0 } : costs),
    },
    ...parts,
    cutCost,
    allowed,
  };
};
