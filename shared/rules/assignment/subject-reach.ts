import { pathKey } from '../subject-path.ts';
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

/** Experts near the subjects of a file, by position and rising; their match in 1/100 point and their ring. */
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

/**
 * Who is near a subject, without comparing all pairs: experts stand under the subject category of each of their subjects, in
 * an inverted index. Files of the same subjects share one answer.
 */
export const createReach = (experts: Declared, settings: ReachSettings) => {
  const { similarity, crosswalkLoss, rankWeights, subjectWeights, widestRing } = settings;
  const crosswalk = indexCrosswalk(settings.crosswalk);
  const byCategory = new Map<string, { expert: number; path: SubjectPath; weight: number }[]>();
  for (const [expert, { subjects }] of experts.entries())
    for (const [rank, path] of subjects.entries()) {
      const key = pathKey(path.slice(0, 2));
      const entry = { expert, path, weight: weightOf(rankWeights, rank) };
      const known = byCategory.get(key);
      if (known) known.push(entry);
      else byCategory.set(key, [entry]);
    }

  /** The best match and the nearest ring of each expert for one subject. */
  const nearSubject = (subject: SubjectPath) => {
    const near = new Map<number, { match: number; ring: number }>();
    for (const [step, own] of equivalentsOf(subject, crosswalk).entries())
      for (const { expert, path, weight } of byCategory.get(pathKey(own.slice(0, 2))) ?? []) {
        const points = Math.max(0, similarity(own, path) - (step > 0 ? crosswalkLoss : 0));
        const match = Math.round(points * weight);
        const ring = ringOf(own, path);
        const known = near.get(expert);
        if (!known) near.set(expert, { match, ring });
        else {
          known.match = Math.max(known.match, match);
          known.ring = Math.min(known.ring, ring);
        }
      }
    return near;
  };

  const nearSubjects = (subjects: readonly SubjectPath[]): Reach => {
    const [first, second] = subjects.map(nearSubject);
    const everybody = widestRing >= OUTSIDE;
    const found = everybody
      ? experts.map((_, expert) => expert)
      : [...new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])])].sort((a, b) => a - b);
    const rows: { expert: number; match: number; ring: number }[] = [];
    for (const expert of found) {
      const [one, two] = [first?.get(expert), second?.get(expert)];
      const ring = Math.min(one?.ring ?? OUTSIDE, two?.ring ?? OUTSIDE);
      if (ring > widestRing) continue;
      const parts = (one?.match ?? 0) * subjectWeights[0] + (two?.match ?? 0) * subjectWeights[1];
      rows.push({ expert, match: second ? Math.round(parts / 100) : (one?.match ?? 0), ring });
    }
    return {
      experts: Int32Array.from(rows, ({ expert }) => expert),
      match: Int32Array.from(rows, ({ match }) => match),
      ring: Uint8Array.from(rows, ({ ring }) => ring),
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
