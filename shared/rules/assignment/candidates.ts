import { type Instance, MAX_COST } from './instance.ts';
import { bigCosts } from './network.ts';
import type { PairRow, PairRows } from './pair-rows.ts';
import { selectSmallest } from './quickselect.ts';
import type { Selection } from './selection.ts';
import { spreadOver } from './spread-over.ts';
import { isHome, placesOf, positionsOf } from './exclusion.ts';

/** Candidates of a selection in the form of the solver, with the parts of their costs, row by row, in 1/100 point. */
export type Candidates = {
  instance: Instance;
  match: Int32Array;
  ring: Int32Array;
  warning: Int32Array;
  noise: Int32Array;
  /** Lower bound of the costs of a project's omitted pairs; ∞ if none was omitted. */
  cutCost: Float64Array;
  /** Number of allowed pairs, including omitted ones. */
  allowed: number;
};

/** Pairs to keep beside the best of each project: experts by project. */
export type ExtraPairs = ReadonlyMap<number, ReadonlySet<number>>;

/**
 * Share of a project's first candidates that are random instead of cheapest. Projects of one subject have the same
 * cheapest candidates: with those alone all compete for a few experts, and the prices of the others are learned only in
 * later rounds.
 */
const SPREAD_PART = 0.4;

/** Minimum number of kept candidates, as a multiple of a project's need, so that a single conflict changes little. */
const LEAST_FACTOR = 4;

/** Shift that makes every cost 0 or more. */
const COST_SHIFT = MAX_COST;

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

/**
 * Places in the row of the pairs that are cheapest with their noise, equal ones by expert. Noise is asked for only
 * where it could bring a pair among them: none is made cheaper by the whole width.
 */
const cheapestOf = (
  file: number,
  { length, cost, expert }: PairRow,
  { noiseOf, noiseWidth }: PairRows,
  count: number,
  keys: Float64Array,
) => {
  let limit = Infinity;
  if (noiseWidth > 1 && length > count) {
    for (let at = 0; at < length; at += 1) keys[at] = cost[at]!;
    limit = selectSmallest(keys, length, count)[count - 1]! + noiseWidth;
  }
  let near = 0;
  for (let at = 0; at < length; at += 1) {
    if (cost[at]! >= limit) continue;
    keys[near] = (cost[at]! - noiseOf(file, expert[at]!) + COST_SHIFT) * length + at;
    near += 1;
  }
  return selectSmallest(keys, near, count).map((key) => key % length);
};

/** Capacities of experts and projects, and the penalties of empty places. */
const sidesOf = ({ files, experts, params }: Selection, lockedOf: ReadonlyMap<number, number>) => ({
  files: files.map(({ need }) => ({
    need,
    mostHome: Math.max(0, need - (params.limits.otherProvinces?.least ?? 0)),
  })),
  experts: experts.map((one, at) => {
    // Locked pairs stay, even beyond a limit.
    const places = Math.max(placesOf(one, params), lockedOf.get(at) ?? 0);
    const floor = params.hasFloors ? Math.max(0, one.floor - one.openLoad) : 0;
    return { places, openLoad: one.openLoad, floor: Math.min(places, floor) };
  }),
  load: params.load,
});

/**
 * The cheapest pairs of each project, some by chance and `extra` ones, to which more can be added. Costs of empty
 * places and floors are those of all allowed pairs, so that they are the same however many are kept. O(allowed pairs +
 * kept · log kept).
 */
export const createCandidates = (selection: Selection, rows: PairRows, extra: ExtraPairs) => {
  const { files, experts, params } = selection;
  const { noiseOf, noiseWidth, school } = rows;
  const { oneOfASchool, otherProvinces } = params.limits;
  const columns = createColumns();
  const keep = (file: number, { expert, cost, match, ring, warning }: PairRow, at: number) => {
    const who = expert[at]!;
    const noise = noiseOf(file, who);
    const home = Number(isHome(files[file]!, experts[who]!));
    columns.add([
      file,
      who,
      cost[at]! - noise,
      school[who]!,
      home,
      match[at]!,
      ring[at]!,
      warning[at]!,
      noise,
    ]);
    return cost[at]! - noise;
  };
  const keys = new Float64Array(experts.length);
  const spread = Math.floor(params.top * SPREAD_PART);
  const cutCost = new Float64Array(files.length).fill(Infinity);
  const costs = { least: 0, most: 0 };
  let allowed = 0;
  for (const [file, { need }] of files.entries()) {
    const row = rows.fill(file);
    for (let at = 0; at < row.length; at += 1) {
      if (row.cost[at]! < costs.least) costs.least = row.cost[at]!;
      if (row.cost[at]! > costs.most) costs.most = row.cost[at]!;
    }
    allowed += row.length;
    let last = Infinity;
    const cheapest = cheapestOf(file, row, rows, Math.max(params.top - spread, LEAST_FACTOR * need), keys);
    for (const at of cheapest) last = keep(file, row, at);
    if (cheapest.length === row.length) continue;
    cutCost[file] = last;
    const isKept = new Set(cheapest);
    const others = [...spreadOver(row.length, spread, file)];
    const added = extra.get(file);
    if (added) for (let at = 0; at < row.length; at += 1) if (added.has(row.expert[at]!)) others.push(at);
    for (const at of others) {
      if (isKept.has(at)) continue;
      isKept.add(at);
      keep(file, row, at);
    }
  }
  costs.least -= noiseWidth;
  const locked = positionsOf(selection).locks.map(({ file, expert }) => ({
    file,
    expert,
    ...(oneOfASchool && { group: school[expert]! }),
    isHome: Number(isHome(files[file]!, experts[expert]!)),
  }));
  const lockedOf = new Map<number, number>();
  for (const { expert } of locked) lockedOf.set(expert, (lockedOf.get(expert) ?? 0) + 1);
  const sides = sidesOf(selection, lockedOf);
  const bigs = bigCosts(sides, costs);

  /** Adds pairs, none of which is present yet. */
  const add = (more: ExtraPairs) => {
    for (const [file, added] of more) {
      const row = rows.fill(file, Int32Array.from(added).sort());
      for (let at = 0; at < row.length; at += 1) keep(file, row, at);
    }
  };
  const all = (): Candidates => {
    const { file, expert, cost, group, isHome: homes, ...parts } = columns.all();
    const groups = oneOfASchool && { group };
    const provinces = otherProvinces && otherProvinces.least > 0 && { isHome: homes };
    return {
      instance: {
        ...sides,
        candidates: { file, expert, cost, ...groups, ...provinces },
        groupCapacity: oneOfASchool?.most ?? 1,
        locked,
        ...bigs,
      },
      ...parts,
      cutCost,
      allowed,
    };
  };
  return { add, all };
};
