import { pathKey } from '../subject/path.ts';
import type { Similarity, SubjectPath } from './subject-distance.ts';

/**
 * The binary logarithm of a number from 1 up, to 2⁻³²: digit by digit, by squaring. `Math.log2` may differ in its last
 * digit from machine to machine; +, · and / may not.
 */
const log2 = (value: number) => {
  let whole = 0;
  let rest = value;
  for (; rest >= 2; rest /= 2) whole += 1;
  let digit = 0.5;
  let part = 0;
  for (let step = 0; step < 32; step += 1) {
    rest *= rest;
    if (rest >= 2) {
      part += digit;
      rest /= 2;
    }
    digit /= 2;
  }
  return whole + part;
};

/**
 * Similarity from the pool itself (Lin, "An information-theoretic definition of similarity", 1998): 2·IC(common) /
 * (IC(x) + IC(y)), where the information content IC of a subject is −log of the share of experts' subjects below it. A
 * rare common subject counts more than a frequent one. Subjects of different categories have nothing in common. In
 * whole points, 0 to 100.
 */
export const poolSimilarity = (experts: readonly { subjects: readonly SubjectPath[] }[]): Similarity => {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { subjects } of experts)
    for (const path of subjects) {
      total += 1;
      for (let length = 2; length <= path.length; length += 1) {
        const key = pathKey(path.slice(0, length));
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  // A subject without experts counts like one with a single expert.
  const contentOf = (path: SubjectPath) => log2((total + 1) / (counts.get(pathKey(path)) ?? 1));
  return (file, expert) => {
    let common = 0;
    while (common < file.length && common < expert.length && file[common] === expert[common]) common += 1;
    if (common < 2) return 0;
    const both = contentOf(file) + contentOf(expert);
    return Math.round((200 * contentOf(file.slice(0, common))) / both);
  };
};
