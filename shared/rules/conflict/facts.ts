import type { RelationKind } from './kinds.ts';

/** Facts for finding conflicts. Units, names and works are keys, computed once, under which both sides are found. */

/** A unit of employment. Months are texts yyyy-MM; without an end it is current. */
export type Stay = {
  unit: string;
  /** The unit as it is written or registered. */
  name: string;
  department: string | null;
  from: string | null;
  to: string | null;
  /** The day since which no record names it any more. */
  leftOn?: string;
};

/** A paper, book, patent or project that identifies two people who both name it. */
export type Work = { key: string; noun: string; title: string; lastYear: number };

/** A co-author of the applicant. */
export type CoAuthor = {
  nameKey: string;
  name: string;
  /** Null if the list of authors does not name it. */
  unit: string | null;
  title: string;
  year: number;
};

/** A person or unit that an applicant asked to be kept away from. */
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
  /** Places of study: no conflict in themselves, but they distinguish people of one name. */
  schooling: string[];
  works: Work[];
  coAuthors: CoAuthor[];
  requests: Request[];
  /** Catalogue, category and discipline, joined by /. */
  subjects: string[];
};

/** A person or unit that an expert must be kept away from. */
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
  /** From the expert's own projects as applicant, if any. */
  works: Work[];
  relations: Relation[];
  subjects: string[];
};
