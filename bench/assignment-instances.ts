import type { Instance } from '@zhiping/shared/rules/assignment/instance.ts';
import { createDice } from '@zhiping/shared/rules/assignment/testing/random-instance.ts';

/** Invented instances for assignment.ts: a tree of subjects in which few are crowded and many are small. */

export type Shape = {
  files: number;
  experts: number;
  need: number;
  /** Candidates of a file; all experts when left out. */
  top?: number;
  /** Places of all experts together, as a share of what the files need. */
  supply: number;
  /** Scores are whole multiples of this many 1/100 points; 0: all are equal. */
  grain: number;
  seed: number;
};

const CLASSES = 592;
const PROFESSIONAL = 107;
const CATEGORIES = 14;

const professionalOf = (subject: number) => Math.floor((subject * PROFESSIONAL) / CLASSES);
const categoryOf = (subject: number) => Math.floor((professionalOf(subject) * CATEGORIES) / PROFESSIONAL);

const match = (a: number, b: number) => {
  if (a === b) return 10_000;
  if (professionalOf(a) === professionalOf(b)) return 6500;
  return categoryOf(a) === categoryOf(b) ? 2500 : 0;
};

export const inventInstance = ({ files, experts, need, top, supply, grain, seed }: Shape): Instance => {
  const dice = createDice(seed);
  const order = Array.from({ length: CLASSES }, (_, subject) => subject);
  for (let at = CLASSES - 1; at > 0; at -= 1) {
    const other = dice(at + 1);
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  // The crowded subjects come first: the square of an even draw.
  const subject = () => order[Math.floor((dice(1_000_000) / 1_000_000) ** 2 * CLASSES)]!;
  const schools = Math.max(10, Math.round(experts / 50));
  const people = Array.from({ length: experts }, () => ({
    subjects: Array.from({ length: 1 + dice(3) }, subject),
    school: dice(schools),
    rating: dice(5) - 2,
    recency: dice(1000),
  }));
  const bySubject = Array.from({ length: CLASSES }, (): number[] => []);
  for (const [expert, { subjects }] of people.entries())
    for (const one of new Set(subjects)) bySubject[one]!.push(expert);

  const candidates = {
    file: [] as number[],
    expert: [] as number[],
    cost: [] as number[],
    group: [] as number[],
  };
  const everybody = people.map((_, expert) => expert);
  for (let file = 0; file < files; file += 1) {
    const own = subject();
    const school = dice(schools);
    const near = (isNear: (other: number) => boolean) =>
      new Set(bySubject.flatMap((list, other) => (isNear(other) ? list : [])));
    let pool: Iterable<number> = everybody;
    if (top !== undefined) {
      const rings = [
        near((other) => professionalOf(other) === professionalOf(own)),
        near((other) => categoryOf(other) === categoryOf(own)),
      ];
      pool = rings.find((ring) => ring.size >= 3 * top) ?? everybody;
    }
    const row: { expert: number; cost: number }[] = [];
    for (const expert of pool) {
      const person = people[expert]!;
      if (person.school === school || dice(100) === 0) continue;
      const fit = Math.max(...person.subjects.map((one, rank) => match(one, own) * (1 - rank * 0.05)));
      const score = fit + 500 * person.rating + dice(1000) - person.recency;
      row.push({ expert, cost: -Math.round(score) });
    }
    row.sort((a, b) => a.cost - b.cost || a.expert - b.expert);
    for (const { expert, cost } of row.slice(0, top)) {
      candidates.file.push(file);
      candidates.expert.push(expert);
      candidates.cost.push(grain === 0 ? 0 : -grain * Math.round(-cost / grain));
      candidates.group.push(people[expert]!.school);
    }
  }
  const places = Math.round(files * need * supply);
  return {
    files: Array.from({ length: files }, () => ({ need })),
    experts: people.map((_, expert) => ({
      places: Math.floor(((expert + 1) * places) / experts) - Math.floor((expert * places) / experts),
    })),
    candidates: {
      file: Int32Array.from(candidates.file),
      expert: Int32Array.from(candidates.expert),
      cost: Int32Array.from(candidates.cost),
      group: Int32Array.from(candidates.group),
    },
  };
};
