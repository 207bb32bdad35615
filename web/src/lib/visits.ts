import { readStored, writeStored } from './browser-storage.ts';

/** Each visit multiplies the earlier scores by this factor, so that one number combines frequency and recency. */
const FADE = 0.95;
const MIN_SCORE = 0.05;

type Scores = Record<string, number>;

const storageKey = (userId: number) => `zhiping_visits_${userId}`;

const read = (userId: number): Scores => {
  try {
    return JSON.parse(readStored('localStorage', storageKey(userId)) ?? '{}') as Scores;
  } catch {
    return {};
  }
};

/** Scores after one more visit; pages without recent visits are removed. */
export const afterVisit = (scores: Scores, path: string): Scores => {
  const faded = Object.entries(scores).map(([one, score]) => [one, score * FADE] as const);
  const kept = Object.fromEntries(faded.filter(([, score]) => score > MIN_SCORE));
  return { ...kept, [path]: (kept[path] ?? 0) + 1 };
};

export const rememberVisit = (userId: number, path: string) =>
  void writeStored('localStorage', storageKey(userId), JSON.stringify(afterVisit(read(userId), path)));

/** Most used pages first; pages without visits keep their order. */
export const byUse = <T extends { path: string }>(userId: number, pages: readonly T[]): T[] => {
  const scores = read(userId);
  return pages.toSorted((one, other) => (scores[other.path] ?? 0) - (scores[one.path] ?? 0));
};
