/** 2/5, 第2（共5人） */
const RANK_OF = /^第?(\d{1,3})(?:名|位)?(?:\/|\(共?|共)(\d{1,4})人?\)?$/;

export type RankOf = { rank: number; people: number };

/** A rank that is written with the number of all, as both numbers; null for anything else. */
export const readRankOf = (written: string): RankOf | null => {
  const [, rank, people] = RANK_OF.exec(written.normalize('NFKC').replaceAll(/\s/g, '')) ?? [];
  return rank !== undefined && people !== undefined && Number(rank) <= Number(people)
    ? { rank: Number(rank), people: Number(people) }
    : null;
};

/** Message if the total also has a column of its own with another value. */
export const ranksDiffer = (rank: string, people: string): string => `${rank}与${people}不一致`;
