import type { ApplicantFacts, ExpertFacts, Stay } from './facts.ts';
import { conflictsOfPair, type FoundConflict, type Look } from './find-conflicts.ts';
import type { ConflictKind, ConflictSeverity, PinnedSeverity } from './kinds.ts';

/** Where the records named an expert when an assignment was made. */
export type KeptUnits = {
  school: number | null;
  posts: number[];
  stays: { orgId: number | null; orgName: string; fromYear: number; toYear: number | null }[];
};

/** A conflict of the pair at that moment. */
export type KeptConflict = {
  id: number;
  kind: ConflictKind;
  severity: ConflictSeverity | null;
  effective: PinnedSeverity;
  /** The evidence of the block that two persons had lifted. */
  liftedEvidence: string | null;
  evidence: string;
};

/** Units of both sides on the day of the assignment. */
export type KeptStays = { expert: readonly Stay[]; applicant: readonly Stay[]; day: string };

/** A stay that went on then is known until then at least. */
const untilThen = (stays: readonly Stay[], day: string): Stay[] =>
  stays.map((stay) => (stay.to === null ? { ...stay, to: day.slice(0, 7), leftOn: day } : stay));

/**
 * Conflicts that rule an expert out by what holds now together with what held when the assignment was made, so that no
 * order of changes hides one. Those that two persons lifted, by their evidence, do not count.
 */
export const keptBlocks = (
  pair: {
    expert: ExpertFacts;
    applicant: ApplicantFacts;
    kept: KeptStays | null;
    lifted: ReadonlySet<string>;
  },
  look: Look,
): FoundConflict[] => {
  const { expert, applicant, kept, lifted } = pair;
  const staysOf = (now: readonly Stay[], then: readonly Stay[]) => [
    ...now,
    ...untilThen(then, kept?.day ?? look.today),
  ];
  return conflictsOfPair(
    { ...expert, stays: staysOf(expert.stays, kept?.expert ?? []) },
    { ...applicant, stays: [...applicant.stays, ...(kept?.applicant ?? [])] },
    look,
  ).filter(({ evidence, severity }) => severity === 'block' && !lifted.has(evidence));
};
