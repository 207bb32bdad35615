import type { InstanceFile } from './instance-file.ts';
import { MAX_COST } from './instance.ts';

/**
 * Checks that the schema of an instance file cannot express, in the ids of the file; the solver knows only positions.
 */

type Row = InstanceFile['pairs'][number];

/** The first duplicate pair. */
const firstTwice = (pairs: readonly { file: string; expert: string }[]) => {
  const seen = new Set<string>();
  return pairs.find(({ file, expert }) => {
    const key = JSON.stringify([file, expert]);
    const isKnown = seen.has(key);
    seen.add(key);
    return isKnown;
  });
};

const wordsOfPair = ({ file, expert }: { file: string; expert: string }) => `材料 ${file} 与专家 ${expert} `;

function* errorsOfRows({ scale, pairs }: InstanceFile, rows: readonly Row[]): Generator<string> {
  // A matrix has each pair once, and may have more pairs than a set can hold.
  const twice = firstTwice(pairs);
  if (twice) yield `${wordsOfPair(twice)}的候选对重复`;
  for (const row of rows)
    if (Math.abs(Math.round(row.score * scale)) > MAX_COST)
      yield `${wordsOfPair(row)}的分数 ${row.score} 过大：乘以 scale（${scale}）不能超过 ${MAX_COST}`;
}

function* errorsOfLocks({ files, experts, locked }: InstanceFile): Generator<string> {
  const twice = firstTwice(locked);
  if (twice) yield `${wordsOfPair(twice)}的锁定对重复`;
  const ofFile = Map.groupBy(locked, ({ file }) => file);
  for (const { id, need } of files) {
    const count = ofFile.get(id)?.length ?? 0;
    if (count > need) yield `材料 ${id} 锁定了 ${count} 位专家，超过其需求 ${need}`;
  }
  const ofExpert = Map.groupBy(locked, ({ expert }) => expert);
  for (const { id, places } of experts) {
    const count = ofExpert.get(id)?.length ?? 0;
    if (count > places) yield `专家 ${id} 锁定了 ${count} 份，超过其名额 ${places}`;
  }
}

function* errorsOfExperts({ experts, apart }: InstanceFile): Generator<string> {
  for (const { id, places, floor = 0 } of experts)
    if (floor > places) yield `专家 ${id} 的下限 ${floor} 超过其名额 ${places}`;
  const known = new Set(experts.map(({ id }) => id));
  for (const { a, b } of apart) {
    const stranger = [a, b].find((id) => !known.has(id));
    if (stranger !== undefined) yield `没有专家 ${stranger}（不得同评一份材料）`;
    if (a === b) yield `专家 ${a} 不能与自己分开`;
  }
}

/**
 * Reports a group that is from home only in part: the limits of a project would cross, so no network could express
 * them.
 */
function* errorsOfGroups({ experts }: InstanceFile, rows: readonly Row[]): Generator<string> {
  const groupOf = new Map(experts.flatMap(({ id, group }) => (group === undefined ? [] : [[id, group]])));
  if (groupOf.size === 0) return;
  const homeOf = new Map<string, boolean>();
  for (const { file, expert, isHome = false } of rows) {
    const group = groupOf.get(expert);
    if (group === undefined) continue;
    const key = JSON.stringify([file, group]);
    if ((homeOf.get(key) ?? isHome) !== isHome)
      yield `材料 ${file} 的同组 ${group} 专家中只有一部分来自本省（isHome）`;
    homeOf.set(key, isHome);
  }
}

const MAX_ERRORS = 20;

export const errorsOfFile = (data: InstanceFile, rows: readonly Row[]): string[] => {
  const errors: string[] = [];
  for (const found of [
    errorsOfExperts(data),
    errorsOfRows(data, rows),
    errorsOfLocks(data),
    errorsOfGroups(data, rows),
  ])
    for (const error of found) if (errors.length < MAX_ERRORS && !errors.includes(error)) errors.push(error);
  return errors;
};
