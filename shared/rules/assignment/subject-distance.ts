import { pathKey } from '../subject/path.ts';

/**
 * How well the subject of an expert fits that of a project, by their paths (subject-path.ts). Points are whole numbers
 * from 0 to 100; what comes out is in 1/100 point, so that only a share of two subjects is rounded.
 */
export type SubjectPath = readonly string[];

/** How far an expert is from a project, from near to far. Each ring holds those before it. */
export const ringWords = ['同专业', '同专业类', '同门类', '跨门类'] as const;
/** The place of a ring in `ringWords`. */
export type Ring = 0 | 1 | 2 | 3;
export const OUTSIDE: Ring = 3;

/** Points for each distance, and how many a step between catalogues takes off. */
export type Distances = {
  same: number;
  /** One of both is named by its professional category only, and the other lies in it. */
  within: number;
  sameProfessionalCategory: number;
  sameSubjectCategory: number;
  crosswalk: number;
};

export const DEFAULT_DISTANCES: Distances = {
  same: 100,
  within: 80,
  sameProfessionalCategory: 65,
  sameSubjectCategory: 25,
  crosswalk: 5,
};

/** Weights of the first, second and any further subject of an expert, in percent. */
export const DEFAULT_RANK_WEIGHTS: readonly number[] = [100, 95, 90];
/** Weights of the first and second subject of a project, in percent. */
export const DEFAULT_SUBJECT_WEIGHTS: readonly [number, number] = [70, 30];

/** Subjects of two catalogues that are the same; they may stand for all below them. Of equal length. */
export type Crosswalk = readonly { a: SubjectPath; b: SubjectPath }[];

/** Below a subject of another catalogue nothing is known: this equals no code. */
const UNKNOWN = '';

const commonLength = (a: SubjectPath, b: SubjectPath) => {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length] && a[length] !== UNKNOWN)
    length += 1;
  return length;
};

/** The ring of an expert's subject around that of a project. Paths begin with the catalogue. */
export const ringOf = (file: SubjectPath, expert: SubjectPath): Ring => {
  const common = commonLength(file, expert);
  if (common < 2) return OUTSIDE;
  if (common === 2) return 2;
  return common === file.length && common === expert.length ? 0 : 1;
};

/** The points of two paths of one catalogue. */
export const pointsOf = (file: SubjectPath, expert: SubjectPath, distances: Distances): number => {
  const common = commonLength(file, expert);
  if (common < 2) return 0;
  if (common === 2) return distances.sameSubjectCategory;
  if (common === file.length && common === expert.length) return distances.same;
  return common === file.length || common === expert.length
    ? distances.within
    : distances.sameProfessionalCategory;
};

/** Subjects of other catalogues that a subject is compared by, itself first. */
export const equivalentsOf = (path: SubjectPath, crosswalk: ReadonlyMap<string, SubjectPath[]>) => {
  const found: SubjectPath[] = [path];
  for (let length = path.length; length >= 2; length -= 1)
    for (const other of crosswalk.get(pathKey(path.slice(0, length))) ?? [])
      found.push([...other, ...path.slice(length).map(() => UNKNOWN)]);
  return found;
};

/** A crosswalk by either of its sides. */
export const indexCrosswalk = (crosswalk: Crosswalk): Map<string, SubjectPath[]> => {
  const index = new Map<string, SubjectPath[]>();
  const add = (from: SubjectPath, to: SubjectPath) => {
    const known = index.get(pathKey(from));
    if (known) known.push(to);
    else index.set(pathKey(from), [to]);
  };
  for (const { a, b } of crosswalk) {
    add(a, b);
    add(b, a);
  }
  return index;
};

/** How two subjects compare: in 0 to 100 points, and by ring. */
export type Similarity = (file: SubjectPath, expert: SubjectPath) => number;

/** The similarity of the table: the points of their distance. */
export const tableSimilarity =
  (distances: Distances = DEFAULT_DISTANCES): Similarity =>
  (file, expert) =>
    pointsOf(file, expert, distances);
