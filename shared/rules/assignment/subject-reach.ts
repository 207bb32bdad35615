import { pathKey } from '../subject/path.ts';
import { poolSimilarity } from './pool-similarity.ts';
import type { SelectionParams } from './selection.ts';
import {
  equivalentsOf,
  indexCrosswalk,
  OUTSIDE,
  type Crosswalk,
  type Similarity,
  ringOf,
  tableSimilarity,
  type SubjectPath,
} from './subject-distance.ts';

type Declared = readonly { subjects: readonly SubjectPath[] }[];

/** Experts near the subjects of a project, by position and rising; their match in 1/100 point and their ring. */
export type Reach = { experts: Int32Array; match: Int32Array; ring: Uint8Array };

export type ReachSettings = {
  similarity: Similarity;
  crosswalk: Crosswalk;
  /** Points that a step between catalogues takes off. */
  crosswalkLoss: number;
  rankWeights: readonly number[];
  subjectWeights: readonly [number, number];
  /** Experts beyond this ring are not looked for. */
  widestRing: number;
};

/** The settings that a selection has for it. */
export const reachSettingsOf = (params: SelectionParams, experts: Declared): ReachSettings => ({
  ...params,
  similarity: params.similarity === 'pool' ? poolSimilarity(experts) : tableSimilarity(params.distances),
  crosswalkLoss: params.distances.crosswalk,
});

const weightOf = (weights: readonly number[], rank: number) => weights[Math.min(rank, weights.length - 1)]!;

/** A declared subject and the experts who declare it, each with the weight of its rank. */
type Declarers = { path: SubjectPath; holders: { expert: number; weight: number }[] };

/** The declared subjects, each once, under the subject category they belong to. */
const indexSubjects = (experts: Declared, rankWeights: readonly number[]) => {
  const byCategory = new Map<string, Map<string, Declarers>>();
  for (const [expert, { subjects }] of experts.entries())
    for (const [rank, path] of subjects.entries()) {
      const category = pathKey(path.slice(0, 2));
      const declared = byCategory.get(category) ?? new Map<string, Declarers>();
      byCategory.set(category, declared);
      const key = pathKey(path);
      const one = declared.get(key) ?? { path, holders: [] };
      declared.set(key, one);
      one.holders.push({ expert, weight: weightOf(rankWeights, rank) });
    }
  return byCategory;
};

/**
 * Who is near a subject, without comparing all pairs: experts stand under the subject category of each of their
 * subjects, in an inverted index where each subject is compared once, however many declare it. Projects of the same
 * subjects share one answer.
 */
export const createReach = (experts: Declared, settings: ReachSettings) => {
  const { similarity, crosswalkLoss, rankWeights, subjectWeights, widestRing } = settings;
  const crosswalk = indexCrosswalk(settings.crosswalk);
  const byCategory = indexSubjects(experts, rankWeights);

  /**
   * The best match and the nearest ring of each expert for one subject, and who has any. Reused from subject to
   * subject.
   */
  const createNear = () => {
    const match = new Int32Array(experts.length);
    const ring = new Uint8Array(experts.length).fill(OUTSIDE);
    let found: number[] = [];
    const fill = (subject: SubjectPath | undefined) => {
      for (const expert of found) [match[expert], ring[expert]] = [0, OUTSIDE];
      found = [];
      if (!subject) return;
      for (const [step, own] of equivalentsOf(subject, crosswalk).entries())
        for (const { path, holders } of byCategory.get(pathKey(own.slice(0, 2)))?.values() ?? []) {
          const points = Math.max(0, similarity(own, path) - (step > 0 ? crosswalkLoss : 0));
          const distance = ringOf(own, path);
          for (const { expert, weight } of holders) {
            found.push(expert);
            match[expert] = Math.max(match[expert]!, Math.round(points * weight));
            ring[expert] = Math.min(ring[expert]!, distance);
          }
        }
    };
    return { fill, match, ring, found: () => found };
  };
  const [first, second] = [createNear(), createNear()];

  const nearSubjects = (subjects: readonly SubjectPath[]): Reach => {
    first.fill(subjects[0]);
    second.fill(subjects[1]);
    const everybody = widestRing >= OUTSIDE;
    const isNear = new Uint8Array(experts.length).fill(Number(everybody));
    for (const expert of [...first.found(), ...second.found()])
      if (Math.min(first.ring[expert]!, second.ring[expert]!) <= widestRing) isNear[expert] = 1;
    const near = new Int32Array(isNear.reduce((sum, one) => sum + one, 0));
    let length = 0;
    for (let expert = 0; expert < isNear.length; expert += 1)
      if (isNear[expert] === 1) near[length++] = expert;
    const [one, two] = subjectWeights;
    const matchOf = (expert: number) =>
      subjects.length > 1
        ? Math.round((first.match[expert]! * one + second.match[expert]! * two) / 100)
        : first.match[expert]!;
    return {
      experts: near,
      match: near.map(matchOf),
      ring: Uint8Array.from(near, (expert) => Math.min(first.ring[expert]!, second.ring[expert]!)),
    };
  };

  const known = new Map<string, Reach>();
  return (subjects: readonly SubjectPath[]): Reach => {
    const key = subjects.map(pathKey).join(' ');
    const found = known.get(key) ?? nearSubjects(subjects);
    known.set(key, found);
    return found;
  };
};
