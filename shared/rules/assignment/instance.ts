/**
 * The assignment problem as data. All costs are integers in 1/100 point: a better match costs less, and costs may be
 * negative. Projects and experts are named by position.
 */
export type Instance = {
  /** How many experts each project needs, and how many of them may be from home (all, if left out). */
  files: readonly { need: number; mostHome?: number }[];
  /**
   * Number of further projects that an expert may get, number that they have open, and the minimum that they should
   * get.
   */
  experts: readonly { places: number; openLoad?: number; floor?: number }[];
  /**
   * The allowed pairs, a column each. A group is a school, or whatever may send only so many experts to a project; -1:
   * none.
   */
  candidates: {
    file: ArrayLike<number>;
    expert: ArrayLike<number>;
    cost: ArrayLike<number>;
    group?: ArrayLike<number>;
    /**
     * 1: the expert is from home, say from the province of the applicant. A group is at home as a whole or not at all.
     */
    isHome?: ArrayLike<number>;
  };
  /** How many experts of one group a project may get. */
  groupCapacity?: number;
  /** Candidate pairs that must not be used. */
  forbidden?: readonly { file: number; expert: number }[];
  /**
   * Fixed pairs, candidates or not. They use capacity of project, expert, group and home.
   */
  locked?: readonly LockedPair[];
  /** The n-th project of an expert (from 0, those open counted) costs first + n · step. */
  load?: { first: number; step: number };
  /** Penalty of an empty place; if left out, it outweighs everything else. */
  shortageCost?: number;
  /** Reward of a project below an expert's floor; if left out, it outweighs every match but no empty place. */
  floorReward?: number;
};

export type LockedPair = { file: number; expert: number; group?: number; isHome?: number };

export const DEFAULT_LOAD = { first: 75, step: 150 };
export const MAX_COST = 10_000_000;
export const MAX_COUNT = 100_000;
/** Limit of penalties: their sums must stay exact in a double. */
const MAX_BIG_COST = 1_000_000_000_000;
const MAX_ERRORS = 20;

const isCount = (value: number) => Number.isInteger(value) && value >= 0 && value <= MAX_COUNT;
const isCost = (value: number) => Number.isInteger(value) && Math.abs(value) <= MAX_COST;
const isBigCost = (value: number | undefined) =>
  value === undefined || (Number.isInteger(value) && value >= 0 && value <= MAX_BIG_COST);

function* errorsOfSides({ files, experts }: Instance): Generator<string> {
  for (const [index, { need, mostHome = 0 }] of files.entries()) {
    if (!isCount(need)) yield `第 ${index + 1} 份材料的需求 ${need} 不是 0 到 ${MAX_COUNT} 的整数`;
    if (!isCount(mostHome))
      yield `第 ${index + 1} 份材料的本省上限 ${mostHome} 不是 0 到 ${MAX_COUNT} 的整数`;
  }
  for (const [index, { places, openLoad = 0, floor = 0 }] of experts.entries()) {
    if (!isCount(places)) yield `第 ${index + 1} 位专家的名额 ${places} 不是 0 到 ${MAX_COUNT} 的整数`;
    if (!isCount(openLoad)) yield `第 ${index + 1} 位专家的在审数 ${openLoad} 不是 0 到 ${MAX_COUNT} 的整数`;
    if (!isCount(floor)) yield `第 ${index + 1} 位专家的下限 ${floor} 不是 0 到 ${MAX_COUNT} 的整数`;
    else if (floor > places) yield `第 ${index + 1} 位专家的下限 ${floor} 超过其名额 ${places}`;
  }
}

function* errorsOfSettings(instance: Instance): Generator<string> {
  const { load = DEFAULT_LOAD, groupCapacity = 1, shortageCost, floorReward } = instance;
  if (!isCost(load.first)) yield `首份负担 ${load.first} 不是允许的整数`;
  if (!isCost(load.step) || load.step < 0) yield `负担增量 ${load.step} 须为不小于 0 的整数`;
  if (!isCount(groupCapacity) || groupCapacity === 0) yield `同组上限 ${groupCapacity} 须为不小于 1 的整数`;
  if (!isBigCost(shortageCost)) yield `空缺代价 ${shortageCost} 不是允许的整数`;
  if (!isBigCost(floorReward)) yield `下限奖励 ${floorReward} 不是允许的整数`;
}

function* errorsOfLocks({ files, experts, locked = [] }: Instance): Generator<string> {
  const seen = new Set<string>();
  for (const { file, expert } of locked) {
    const key = `材料 ${file}，专家 ${expert}`;
    if (files[file] === undefined || experts[expert] === undefined) yield `锁定对（${key}）不存在`;
    if (seen.has(key)) yield `锁定对（${key}）重复`;
    seen.add(key);
  }
  for (const [file, own] of Map.groupBy(locked, (pair) => pair.file))
    if (own.length > (files[file]?.need ?? 0)) yield `材料 ${file} 锁定了 ${own.length} 位专家，超过其需求`;
  for (const [expert, own] of Map.groupBy(locked, (pair) => pair.expert))
    if (own.length > (experts[expert]?.places ?? 0))
      yield `专家 ${expert} 锁定了 ${own.length} 份，超过其名额`;
}

function* errorsOfPairs({ files, experts, candidates, forbidden = [] }: Instance): Generator<string> {
  const { file, expert, cost, group, isHome } = candidates;
  if ([expert, cost, group, isHome].some((column) => column && column.length !== file.length))
    return yield '候选对的各列长度不一致';
  for (let row = 0; row < file.length; row += 1) {
    if (files[file[row]!] === undefined) yield `第 ${row + 1} 个候选对：没有编号为 ${file[row]} 的材料`;
    if (experts[expert[row]!] === undefined) yield `第 ${row + 1} 个候选对：没有编号为 ${expert[row]} 的专家`;
    if (!isCost(cost[row]!)) yield `第 ${row + 1} 个候选对：代价 ${cost[row]} 不是允许的整数`;
    if (group && !Number.isInteger(group[row])) yield `第 ${row + 1} 个候选对：组号 ${group[row]} 不是整数`;
  }
  for (const pair of forbidden)
    if (files[pair.file] === undefined || experts[pair.expert] === undefined)
      yield `回避对（材料 ${pair.file}，专家 ${pair.expert}）不存在`;
}

/** Problems of an instance, in words; empty if it can be solved. `buildNetwork` finds duplicate pairs. */
export const checkInstance = (instance: Instance): string[] => {
  const errors: string[] = [];
  for (const errorsOf of [errorsOfSides, errorsOfSettings, errorsOfPairs, errorsOfLocks])
    for (const error of errorsOf(instance)) {
      errors.push(error);
      if (errors.length === MAX_ERRORS) return errors;
    }
  return errors;
};
