import { titleLevels } from '../expert/title-levels.ts';
import { pathKey } from '../subject/path.ts';
import { createPairNoise } from './pair-noise.ts';
import type { Selection, SelectionFile, SelectionParams } from './selection.ts';
import { createReach, reachSettingsOf } from './subject-reach.ts';
import { indexConflicts, indexLocks, unusableReason } from './exclusion.ts';

/**
 * All experts that may get a project, in ascending order of position, with the parts of each pair's cost in 1/100
 * point. Reused for all projects.
 */
export type PairRow = {
  length: number;
  expert: Int32Array;
  match: Int32Array;
  ring: Uint8Array;
  warning: Int32Array;
  /** The cost that the solver minimises, before noise: warning − match − rating. */
  cost: Int32Array;
};
export type PairRows = ReturnType<typeof createPairRows>;

/** Whole numbers for values of any kind, from 0 in the order in which they come; null is -1. */
const createNumbering = () => {
  const numbers = new Map<unknown, number>();
  return (value: unknown) => {
    if (value === null) return -1;
    const known = numbers.get(value) ?? numbers.size;
    numbers.set(value, known);
    return known;
  };
};

/** Noise of a pair, in 1/100 point. Only `drawOptimise` disturbs scores by as much as the parameters say. */
const NOISE_OF_TIES = 10;
const noiseWidthOf = ({ mode, noisePoints }: SelectionParams) => {
  if (mode === 'draw') return 0;
  return mode === 'optimise' ? NOISE_OF_TIES : Math.round(noisePoints * 100);
};

/** Properties of an expert that do not depend on the project, as columns. */
const columnsOf = ({ experts, params }: Selection) => {
  const schoolOf = createNumbering();
  const seriesOf = createNumbering();
  return {
    schoolOf,
    seriesOf,
    isUsable: Uint8Array.from(experts, (expert) => Number(unusableReason(expert, params) === null)),
    school: Int32Array.from(experts, ({ schoolId }) => schoolOf(schoolId)),
    series: Int32Array.from(experts, ({ series }) => seriesOf(series)),
    level: Int32Array.from(experts, ({ level }) =>
      level === null ? titleLevels.length : titleLevels.indexOf(level),
    ),
    rating: Int32Array.from(experts, ({ rating }) => Math.round(params.ratingPoints * 100 * (rating - 3))),
  };
};

/** The experts of each project that stand in conflicts: experts[start[f]] up to experts[start[f + 1]]. */
const conflictsByFile = (pairs: Iterable<number>, fileCount: number, expertCount: number) => {
  const sorted = Float64Array.from(pairs).sort();
  const start = new Int32Array(fileCount + 1);
  for (const pair of sorted) start[Math.floor(pair / expertCount) + 1]! += 1;
  for (let file = 0; file < fileCount; file += 1) start[file + 1]! += start[file]!;
  return { start, experts: Int32Array.from(sorted, (pair) => pair % expertCount) };
};

/** Marks the experts of a project. The marks are valid until the next project. */
const createMarks = (pairs: Iterable<number>, fileCount: number, expertCount: number) => {
  const { start, experts } = conflictsByFile(pairs, fileCount, expertCount);
  const fileOf = new Int32Array(expertCount).fill(-1);
  const mark = (file: number) => {
    for (let at = start[file]!; at < start[file + 1]!; at += 1) fileOf[experts[at]!] = file;
  };
  return { mark, fileOf };
};

/** Position of a value in an ascending list, or -1. O(log n). */
const placeOf = (values: Int32Array, value: number): number => {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return values[low] === value ? low : -1;
};

/**
 * The allowed pairs of a selection, project by project, with their costs. The rules are those of exclusion.ts on
 * numbers; the tests hold both against each other for every pair. O(experts near the project).
 */
export const createPairRows = (selection: Selection) => {
  const { files, experts, params } = selection;
  const { isUsable, school, series, level, rating, schoolOf, seriesOf } = columnsOf(selection);
  const { blocks, warnings } = indexConflicts(selection);
  const { locked, meeting } = indexLocks(selection);
  const refused = new Set([...blocks.keys(), ...locked, ...meeting]);
  const blocked = createMarks(refused, files.length, experts.length);
  const warned = createMarks(warnings.keys(), files.length, experts.length);
  const reachOf = createReach(experts, reachSettingsOf(params, experts));
  const warningCost = Math.round(params.warningPoints * 100);
  const row: PairRow = {
    length: 0,
    expert: new Int32Array(experts.length),
    match: new Int32Array(experts.length),
    ring: new Uint8Array(experts.length),
    warning: new Int32Array(experts.length),
    cost: new Int32Array(experts.length),
  };
  const hasLevels = params.limits.expertLevel !== null;
  const { isSameSeriesOnly } = params;
  const leastMatch = Math.round(params.leastMatch * 100);

  const lowestOf = ({ level: own }: SelectionFile) =>
    hasLevels ? titleLevels.indexOf(own) : titleLevels.length;
  const schoolOfFile = ({ schoolId }: SelectionFile) => (schoolId === null ? -2 : schoolOf(schoolId));

  /** Marks the experts excluded at one project alone: its school, conflicts, warnings. Valid until the next project. */
  const lookAt = (file: number) => {
    blocked.mark(file);
    warned.mark(file);
    const ownSchool = schoolOfFile(files[file]!);
    return {
      isRefused: (expert: number) => school[expert] === ownSchool || blocked.fileOf[expert] === file,
      warningOf: (expert: number) => (warned.fileOf[expert] === file ? warningCost : 0),
    };
  };

  /**
   * Experts who may get projects like this one, ignoring what excludes them at this one; costs without a warning.
   * `only` are experts in ascending order.
   */
  const fillShared = (file: number, only?: ArrayLike<number>): PairRow => {
    const { subjects, series: fileSeries } = files[file]!;
    const reach = reachOf(subjects);
    const lowest = lowestOf(files[file]!);
    const ownSeries = seriesOf(fileSeries);
    let length = 0;
    const take = (index: number) => {
      const expert = reach.experts[index]!;
      if (isUsable[expert] === 0 || level[expert]! > lowest) return;
      if (isSameSeriesOnly && series[expert] !== ownSeries) return;
      const match = reach.match[index]!;
      if (match < leastMatch) return;
      row.expert[length] = expert;
      row.match[length] = match;
      row.ring[length] = reach.ring[index]!;
      row.warning[length] = 0;
      row.cost[length] = -match - rating[expert]!;
      length += 1;
    };
    if (only)
      for (let at = 0; at < only.length; at += 1) {
        const index = placeOf(reach.experts, only[at]!);
        if (index >= 0) take(index);
      }
    else for (let index = 0; index < reach.experts.length; index += 1) take(index);
    row.length = length;
    return row;
  };

  const fill = (file: number, only?: ArrayLike<number>): PairRow => {
    const all = fillShared(file, only).length;
    const { isRefused, warningOf } = lookAt(file);
    let length = 0;
    for (let at = 0; at < all; at += 1) {
      const expert = row.expert[at]!;
      if (isRefused(expert)) continue;
      const warning = warningOf(expert);
      row.expert[length] = expert;
      row.match[length] = row.match[at]!;
      row.ring[length] = row.ring[at]!;
      row.warning[length] = warning;
      row.cost[length] = warning + row.cost[at]!;
      length += 1;
    }
    row.length = length;
    return row;
  };

  /** Projects with the same possible experts at equal costs, except for what `lookAt` marks. */
  const alike = [
    ...Map.groupBy(files.keys(), (file) => {
      const { subjects, series: own } = files[file]!;
      return `${subjects.map(pathKey).join(' ')}|${lowestOf(files[file]!)}|${isSameSeriesOnly ? own : ''}`;
    }).values(),
  ];
  const noiseWidth = noiseWidthOf(params);
  const noiseOf = createPairNoise(params.seed, noiseWidth);

  /** The cost of a pair with its noise, allowed or not. */
  const costOf = (file: number, expert: number) => {
    const reach = reachOf(files[file]!.subjects);
    const match = reach.match[placeOf(reach.experts, expert)] ?? 0;
    const warning = warnings.has(file * experts.length + expert) ? warningCost : 0;
    return warning - match - rating[expert]! - noiseOf(file, expert);
  };
  return { fill, fillShared, lookAt, alike, costOf, school, noiseWidth, noiseOf };
};
