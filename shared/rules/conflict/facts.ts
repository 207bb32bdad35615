import type { RelationKind } from './kinds.ts';

/** What is looked at to find conflicts. Units, names and works are keys, made once, under which both sides are found. */

/** Where somebody works or worked. Months are texts yyyy-MM; without an end he is there still. */
export type Stay = {
  unit: string;
  /** The unit as it is written or registered. */
  name: string;
  department: string | null;
  from: string | null;
  to: string | null;
};

/** A paper, book, patent or project that tells two people who name it apart from all others. */
export type Work = { key: string; noun: string; title: string; lastYear: number };

/** Somebody who stands beside the applicant on a paper. */
export type CoAuthor = {
  nameKey: string;
  name: string;
  /** Null if the list of authors does not name it. */
  unit: string | null;
  title: string;
  year: number;
};

/** Whom or what an applicant asked to be kept away from. */
export type Request = {
  relation: 'advisor' | 'relative' | null;
  /** A person by name, or null where a whole unit is meant. */
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
  /** Where he studied: no conflict by itself, but it tells people of one name apart. */
  schooling: string[];
  works: Work[];
  coAuthors: CoAuthor[];
  requests: Request[];
  /** Catalogue, category and discipline, joined by /. */
  subjects: string[];
};

/** With whom an expert must not be brought together. */
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
  /** Of his own applications, where he made some. */
  works: Work[];
  relations: Relation[];
  subjects: string[];
};
