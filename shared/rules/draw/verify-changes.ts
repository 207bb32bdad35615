import { computeAgain, unmatchedPairs } from './solve-again.ts';
import { changeKinds } from './changes.ts';
import type { DrawRecord, LaterStep, SolveInputs } from './record.ts';
import { type Finding, finding, reportDifference } from './record-differences.ts';

/** The experts of each project between two steps. */
type Standing = Map<number, Set<number>>;

export const standingOf = (pairs: readonly { file: number; expert: number }[]): Standing =>
  new Map(
    [...Map.groupBy(pairs, ({ file }) => file)].map(([file, own]) => [
      file,
      new Set(own.map(({ expert }) => expert)),
    ]),
  );

/**
 * Applies a step; reports experts who leave without being there, or join although they are there. All leave before any
 * join.
 */
const take = (standing: Standing, { changes }: LaterStep, path: string): string[] => {
  const where: string[] = [];
  for (const [at, { file, out }] of changes.entries())
    if (out !== null && !standing.get(file)?.delete(out))
      where.push(`${path}.changes[${at}]：换下的专家 ${out} 此前不在材料 ${file}`);
  for (const [at, { file, in: into }] of changes.entries()) {
    if (into === null) continue;
    const held = standing.get(file) ?? new Set();
    if (held.has(into)) where.push(`${path}.changes[${at}]：换上的专家 ${into} 此前已在材料 ${file}`);
    standing.set(file, held.add(into));
  }
  return where;
};

const namesOf = (experts: ReadonlySet<number> | undefined) =>
  [...(experts ?? [])].toSorted((a, b) => a - b).join('、') || '无人';

/** Reports the first project whose experts differ. */
export const reportProject = (told: Standing, made: Standing): string[] => {
  const file = [...new Set([...told.keys(), ...made.keys()])]
    .toSorted((a, b) => a - b)
    .find((one) => namesOf(told.get(one)) !== namesOf(made.get(one)));
  return file === undefined
    ? []
    : [`材料 ${file}：记录中的专家为 ${namesOf(told.get(file))}，重新计算为 ${namesOf(made.get(file))}`];
};

const withoutWords = ({ without = [] }: SolveInputs) =>
  without.length > 0 ? `、换下 ${without.length} 处` : '';

/** Reports where a step is not the reverse of the one that it undoes. */
const reportReverse = (step: LaterStep, undone: LaterStep | undefined, path: string): string[] => {
  if (!undone) return [`${path}.undoes：没有第 ${step.undoes} 次调整`];
  const reverse = undone.changes.map(({ file, out, in: into }) => ({ file, out: into, in: out }));
  return reportDifference(step.changes, reverse, `${path}.changes`, '恢复时应');
};

/** Reports where a step that solved again differs from the recomputed result. */
const reportSolved = (
  { roster, seed }: DrawRecord,
  standing: Standing,
  inputs: SolveInputs,
  path: string,
): string[] => {
  const again = computeAgain(roster, seed, inputs);
  if ('problem' in again) return [`${path}.inputs：${again.problem}`];
  return reportProject(
    standing,
    standingOf([...again.result.pairs, ...unmatchedPairs(roster, inputs.locks)]),
  );
};

/** Where a step claims to hold, where it does not, and its problems. */
const judge = (record: DrawRecord, standing: Standing, step: LaterStep, path: string) => {
  if (step.kind === 'undo')
    return {
      right: `恢复到第 ${step.undoes} 次调整之前`,
      wrong: '与被撤销的不符',
      where: reportReverse(
        step,
        record.later.find(({ no }) => no === step.undoes),
        path,
      ),
    };
  if (step.kind === 'solve' && step.inputs)
    return {
      right: `固定 ${step.inputs.locks.length} 处${withoutWords(step.inputs)}，重新计算的结果一致`,
      wrong: '与重新计算的不同',
      where: reportSolved(record, standing, step.inputs, path),
    };
  const right = step.kind === 'lapse' ? '因情况有变没有发出' : '由人工作出，记录完整，不属于抽取结果';
  return { right, wrong: '', where: [] };
};

/**
 * Verifies the changes after the result: each step starts where the last one ended, an undo is the reverse of its step,
 * and solving again gives the same result. Manual changes are listed, not judged.
 */
export function* checkLater(record: DrawRecord): Generator<Finding> {
  const { later, result } = record;
  if (later.length === 0) {
    yield { what: '结果产生后没有调整', isRight: true };
    return;
  }
  const standing = standingOf(result.pairs);
  for (const [at, step] of later.entries()) {
    const path = `later[${at}]`;
    const name = `第 ${at + 1} 次调整（${changeKinds[step.kind]}，${step.changes.length} 处）`;
    const broken = [...reportDifference(step.no, at + 1, `${path}.no`, '应'), ...take(standing, step, path)];
    if (broken.length > 0) {
      yield { what: `${name}与之前的结果不相接`, isRight: false, where: broken };
      return;
    }
    const { right, wrong, where } = judge(record, standing, step, path);
    yield finding(`${name}${right}`, `${name}${wrong}`, where);
  }
}
