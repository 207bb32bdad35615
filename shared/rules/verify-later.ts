import { computeAgain, strangersOf } from './draw-again.ts';
import { changeKinds } from './draw-changes.ts';
import type { DrawRecord, LaterStep, SolveInputs } from './draw-record.ts';

/** One thing that was checked, in words. */
export type Finding = { what: string; isRight: boolean };

/** Who has which file, as it stands between two steps. */
type Standing = Map<number, Set<number>>;

const standingOf = (pairs: readonly { file: number; expert: number }[]): Standing =>
  new Map(
    [...Map.groupBy(pairs, ({ file }) => file)].map(([file, own]) => [
      file,
      new Set(own.map(({ expert }) => expert)),
    ]),
  );

/** Take a step; false where somebody goes who is not there, or comes who is there already. All go before anybody comes. */
const take = (standing: Standing, { changes }: LaterStep): boolean => {
  let fits = true;
  for (const { file, out } of changes)
    if (out !== null) fits = (standing.get(file)?.delete(out) ?? false) && fits;
  for (const { file, in: into } of changes) {
    if (into === null) continue;
    const held = standing.get(file) ?? new Set();
    fits = fits && !held.has(into);
    standing.set(file, held.add(into));
  }
  return fits;
};

const isSame = (one: Standing, other: Standing) => {
  const sizeOf = (standing: Standing) => [...standing.values()].filter(({ size }) => size > 0).length;
  return (
    sizeOf(one) === sizeOf(other) &&
    [...one].every(([file, experts]) => {
      const others = other.get(file) ?? new Set();
      return experts.size === others.size && [...experts].every((expert) => others.has(expert));
    })
  );
};

const withoutWords = ({ without = [] }: SolveInputs) =>
  without.length > 0 ? `、换下 ${without.length} 处` : '';

const isReverse = (step: LaterStep, undone: LaterStep | undefined) =>
  undone !== undefined &&
  undone.changes.length === step.changes.length &&
  undone.changes.every((change, at) => {
    const back = step.changes[at]!;
    return back.file === change.file && back.out === change.in && back.in === change.out;
  });

/**
 * Check what was changed after the result: that each step begins where the one before ended, that a step that took another back is its reverse,
 * and that what was solved again comes out the same again. Changes by hand are told, not judged.
 */
export function* checkLater(
  { roster, seed, result }: DrawRecord,
  later: readonly LaterStep[],
): Generator<Finding> {
  if (later.length === 0) {
    yield { what: '结果产生后没有调整', isRight: true };
    return;
  }
  const standing = standingOf(result.pairs);
  for (const [at, step] of later.entries()) {
    const name = `第 ${at + 1} 次调整（${changeKinds[step.kind]}，${step.changes.length} 处）`;
    const fits = step.no === at + 1 && take(standing, step);
    if (!fits) {
      yield { what: `${name}与之前的结果不相接`, isRight: false };
      return;
    }
    if (step.kind === 'undo') {
      const isRight = isReverse(
        step,
        later.find(({ no }) => no === step.undoes),
      );
      yield {
        what: isRight ? `${name}恢复到第 ${step.undoes} 次调整之前` : `${name}与被撤销的不符`,
        isRight,
      };
    } else if (step.kind === 'solve' && step.inputs) {
      const again = computeAgain(roster, seed, step.inputs);
      const strangers = strangersOf(roster, step.inputs.locks);
      const isRight =
        'result' in again && isSame(standing, standingOf([...again.result.pairs, ...strangers]));
      yield {
        what: isRight
          ? `${name}固定 ${step.inputs.locks.length} 处${withoutWords(step.inputs)}，重新计算的结果一致`
          : `${name}与重新计算的不同`,
        isRight,
      };
    } else if (step.kind === 'lapse') yield { what: `${name}在结果产生时即未生效`, isRight: true };
    else yield { what: `${name}由人工作出，记录完整，不属于抽取结果`, isRight: true };
  }
}
