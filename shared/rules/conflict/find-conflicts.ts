import type { Verdict } from '../review-rule/rule.ts';
import { declaredTies } from './declared-ties.ts';
import type { ExpertIndex } from './expert-index.ts';
import type { ApplicantFacts, ExpertFacts } from './facts.ts';
import type { ConflictKind, ConflictSeverity, ConflictSource } from './kinds.ts';
import type { TieRules } from './tie-rules.ts';
import { type Days, unitTies } from './unit-ties.ts';
import { workTies } from './work-ties.ts';

/** A computed conflict: one of each kind for a project and an expert. */
export type FoundConflict = {
  projectId: number;
  expertId: number;
  kind: ConflictKind;
  severity: ConflictSeverity;
  evidence: string;
  source: ConflictSource;
};

const MAX_REASONS = 3;

type EvaluatedTie = { kind: ConflictKind; source: ConflictSource; verdict: Verdict };

/** The rules of a cycle and the days that they are judged by, as yyyy-MM-dd. */
export type Look = Days & { rules: TieRules };

const evaluateTies = (
  expert: ExpertFacts,
  applicant: ApplicantFacts,
  { rules, today, since }: Look,
): EvaluatedTie[] => [
  ...unitTies(expert, applicant, { today, since }).map(({ facts, ...tie }) => ({
    ...tie,
    verdict: rules[tie.kind](facts),
  })),
  ...workTies(expert, applicant, today).map((facts) => ({
    kind: 'jointWork' as const,
    source: 'works' as const,
    verdict: rules.jointWork(facts),
  })),
  ...declaredTies(expert, applicant, today).map(({ facts, ...tie }) => ({
    ...tie,
    verdict: (tie.kind === 'request' ? rules.request : rules.declared)(facts),
  })),
];

/**
 * Merges ties of one kind into one conflict: the strictest level holds, the evidence names the first few of that level.
 */
const joined = (
  ties: readonly EvaluatedTie[],
): Pick<FoundConflict, 'kind' | 'severity' | 'evidence' | 'source'> => {
  const [first] = ties as [EvaluatedTie];
  const blocking = ties.filter(({ verdict }) => verdict.level === 'block');
  const decisive = blocking.length > 0 ? blocking : ties;
  const reasons = [...new Set(decisive.map(({ verdict }) => verdict.message))];
  const rest = reasons.length > MAX_REASONS ? `；另有 ${reasons.length - MAX_REASONS} 项` : '';
  return {
    kind: first.kind,
    source: decisive[0]!.source,
    severity: blocking.length > 0 ? 'block' : 'warn',
    evidence: `${reasons.slice(0, MAX_REASONS).join('；')}${rest}`,
  };
};

/** The conflicts of one pair. */
export const conflictsOfPair = (
  expert: ExpertFacts,
  applicant: ApplicantFacts,
  look: Look,
): FoundConflict[] => {
  const pair = { projectId: applicant.projectId, expertId: expert.expertId };
  if (expert.personId === applicant.personId)
    return [
      {
        ...pair,
        kind: 'self',
        severity: 'block',
        source: 'register',
        evidence: `专家${expert.name}就是申报人本人，不能评审自己的材料`,
      },
    ];
  const holding = evaluateTies(expert, applicant, look).filter(({ verdict }) => verdict.level !== 'ok');
  // A current common unit makes a former one irrelevant.
  const isNow = holding.some(({ kind }) => kind === 'sameUnit');
  const reported = isNow ? holding.filter(({ kind }) => kind !== 'formerUnit') : holding;
  return [...Map.groupBy(reported, ({ kind }) => kind).values()].map((ties) => ({
    ...pair,
    ...joined(ties),
  }));
};

/** Union of the posting lists under all facts of a project. */
const candidates = (
  { personId, nameKey, stays, works, coAuthors, requests }: ApplicantFacts,
  index: ExpertIndex,
): Set<number> => {
  const found = new Set<number>();
  const add = (places: readonly number[] = []) => {
    for (const place of places) found.add(place);
  };
  add(index.byPerson.get(personId));
  add(index.byDeclaredName.get(nameKey));
  for (const { unit } of stays) {
    add(index.byUnit.get(unit));
    add(index.byDeclaredUnit.get(unit));
  }
  for (const { key } of works) add(index.byWork.get(key));
  for (const coAuthor of coAuthors) add(index.byName.get(coAuthor.nameKey));
  for (const { nameKey: asked, unit } of requests)
    add(asked === null ? index.byUnit.get(unit ?? '') : index.byName.get(asked));
  return found;
};

/**
 * All conflicts of a project with these experts, found through their inverted indexes: the time grows with the hits,
 * not with the number of experts.
 */
export const findConflicts = (applicant: ApplicantFacts, index: ExpertIndex, look: Look): FoundConflict[] =>
  [...candidates(applicant, index)].flatMap((place) =>
    conflictsOfPair(index.experts[place]!, applicant, look),
  );
