import { pathKey } from '../subject/path.ts';
import { isSeed } from './random.ts';
import type { Id, Selection, SelectionExpert, SelectionFile, SelectionParams } from './selection.ts';
import type { SubjectPath } from './subject-distance.ts';

const MAX_ERRORS = 20;
const MAX_COUNT = 1000;
const MAX_POINTS = 1000;

const isWhole = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most;
const isDay = (text: string | null) => text === null || /^\d{4}-\d{2}-\d{2}$/.test(text);

const isPath = (path: SubjectPath) =>
  (path.length === 3 || path.length === 4) && path.every((part) => part !== '');

function* repeated(what: string, ids: readonly Id[]): Generator<string> {
  const seen = new Set<Id>();
  for (const id of ids) {
    if (seen.has(id)) yield `${what} ${id} 重复`;
    seen.add(id);
  }
}

function* errorsOfFile({ id, subjects, need }: SelectionFile): Generator<string> {
  if (subjects.length === 0 || subjects.length > 2)
    yield `材料 ${id} 须有 1 至 2 个学科，现有 ${subjects.length} 个`;
  for (const path of subjects) if (!isPath(path)) yield `材料 ${id} 的学科 ${pathKey(path)} 不是 3 至 4 级`;
  if (!isWhole(need, MAX_COUNT)) yield `材料 ${id} 的专家人数 ${need} 不是 0 到 ${MAX_COUNT} 的整数`;
}

function* errorsOfExpert({
  id,
  subjects,
  rating,
  openLoad,
  cap,
  floor,
  ...days
}: SelectionExpert): Generator<string> {
  for (const path of subjects) if (!isPath(path)) yield `专家 ${id} 的学科 ${pathKey(path)} 不是 3 至 4 级`;
  if (!isWhole(rating, 5)) yield `专家 ${id} 的评级 ${rating} 不是 0 到 5 的整数`;
  for (const [name, value] of [
    ['在审数', openLoad],
    ['上限', cap],
    ['下限', floor],
  ] as const)
    if (!isWhole(value, MAX_COUNT)) yield `专家 ${id} 的${name} ${value} 不是 0 到 ${MAX_COUNT} 的整数`;
  for (const day of [days.lastDrawnDay, days.termEndsAt])
    if (!isDay(day)) yield `专家 ${id} 的日期 ${day} 不是年-月-日`;
}

function* errorsOfParams(params: SelectionParams): Generator<string> {
  const { seed, today, widestRing, leastMatch, top, urnFactor, reserves, load, distances } = params;
  if (!isSeed(seed)) yield '种子须为 64 位十六进制数';
  if (!isDay(today)) yield `日期 ${today} 不是年-月-日`;
  if (!isWhole(widestRing, 3)) yield `学科范围 ${widestRing} 不是 0 到 3 的整数`;
  if (!(leastMatch >= 0 && leastMatch <= 100)) yield `最低匹配 ${leastMatch} 不在 0 到 100 之间`;
  if (!isWhole(top, 100_000) || top === 0) yield `候选人数 ${top} 不是 1 到 100000 的整数`;
  if (!isWhole(urnFactor, MAX_COUNT) || urnFactor === 0)
    yield `抽取倍数 ${urnFactor} 不是 1 到 ${MAX_COUNT} 的整数`;
  if (!isWhole(reserves, MAX_COUNT)) yield `候补人数 ${reserves} 不是 0 到 ${MAX_COUNT} 的整数`;
  if (!isWhole(load.step, 1_000_000) || !isWhole(load.first, 1_000_000)) yield '负担代价须为不小于 0 的整数';
  const points = [params.ratingPoints, params.warningPoints, params.noisePoints, ...Object.values(distances)];
  for (const value of points)
    if (!(value >= 0 && value <= MAX_POINTS)) yield `分值 ${value} 不在 0 到 ${MAX_POINTS} 之间`;
  for (const weight of [...params.rankWeights, ...params.subjectWeights])
    if (!isWhole(weight, 100)) yield `权重 ${weight} 不是 0 到 100 的整数`;
  if (params.rankWeights.length === 0) yield '没有学科顺序的权重';
  for (const { a, b } of params.crosswalk)
    if (a.length !== b.length || a.length < 2) yield `学科对照 ${pathKey(a)} 与 ${pathKey(b)} 的级数不同`;
}

/** Limits of schools and of provinces cross where a school lies in several provinces. */
function* splitSchools({ experts, params: { limits } }: Selection): Generator<string> {
  if (!limits.oneOfASchool || !limits.otherProvinces?.least) return;
  const provinceOf = new Map<number, string | null>();
  for (const { id, schoolId, province } of experts) {
    if (schoolId === null) continue;
    if ((provinceOf.get(schoolId) ?? province) !== province)
      yield `专家 ${id} 与同校的其他专家登记的省份不同`;
    provinceOf.set(schoolId, province);
  }
}

function* errorsOfLocks({ files, locks = [] }: Selection): Generator<string> {
  const needOf = new Map(files.map(({ id, need }) => [id, need]));
  for (const [file, own] of Map.groupBy(locks, (lock) => lock.file)) {
    if (new Set(own.map(({ expert }) => expert)).size < own.length) yield `材料 ${file} 重复锁定同一专家`;
    if (own.length > (needOf.get(file) ?? own.length))
      yield `材料 ${file} 锁定了 ${own.length} 位专家，超过其需求`;
  }
}

function* errorsOf(selection: Selection): Generator<string> {
  const { files, experts, params } = selection;
  yield* splitSchools(selection);
  yield* errorsOfLocks(selection);
  yield* errorsOfParams(params);
  yield* repeated(
    '材料',
    files.map(({ id }) => id),
  );
  yield* repeated(
    '专家',
    experts.map(({ id }) => id),
  );
  for (const file of files) yield* errorsOfFile(file);
  for (const expert of experts) yield* errorsOfExpert(expert);
}

/** Problems of a selection, in Chinese; empty if it can be run. */
export const checkSelection = (selection: Selection): string[] => {
  const errors: string[] = [];
  for (const error of errorsOf(selection)) {
    errors.push(error);
    if (errors.length === MAX_ERRORS) break;
  }
  return errors;
};
