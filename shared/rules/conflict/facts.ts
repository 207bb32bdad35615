import type { RelationKind } from './kinds.ts';

/** The facts compared to find conflicts. Units, names and works are keys, computed once, that match both sides. */

/** A present or past post. Months are texts yyyy-MM; without an end it continues. */
export type Stay = {
  unit: string;
  /** The unit as it is written or registered. */
  name: string;
  department: string | null;
  from: string | null;
  to: string | null;
};

/** A paper, book, patent or research project that distinguishes two people who name it from all others. */
export type Work = { key: string; noun: string; title: string; lastYear: number };

/** A co-author of the applicant on a paper. */
export type CoAuthor = {
  nameKey: string;
  name: string;
  /** The unit, if the list of authors names it. */
  unit: string | null;
  title: string;
  year: number;
};

/** An expert or unit that the applicant asked to exclude. */
export type Request = {
  relation: 'advisor' | 'relative' | null;
  /** The name of a person, or null if a whole unit is meant. */
  nameKey: string | null;
  unit: string | null;
  /** As it was written. */
  words: string;
  reason: string;
};

export type ApplicantFacts = {
  projectId: number;
  personId: number;
  name: string;
  nameKey: string;
  stays: Stay[];
  /** Places of study: no conflict by themselves, but they distinguish people with the same name. */
  schooling: string[];
  works: Work[];
  coAuthors: CoAuthor[];
  requests: Request[];
  /** Catalogue, category and discipline, joined by /. */
  subjects: string[];
};

/** Ties declared for an expert. */
export type Relation = {
  kind: RelationKind;
  by: 'expert' | 'office';
  nameKey: string | null;
  unit: string | null;
  words: string;
  reason: string;
};

export type ExpertFacts = {
  expertId: number;
  personId: number | null;
  name: string;
  nameKey: string;
  stays: Stay[];
  /** From the expert's own projects, if there are any. */
  works: Work[];
  relations: Relation[];
  subjects: string[];
};
