import { canonicalJson } from '../text/canonical-json.ts';
import type { Selection, SelectionExpert, SelectionFile, SelectionParams } from '../assignment/selection.ts';
import type { PairParts } from '../assignment/pair-parts.ts';
import type { ChangeKind } from './changes.ts';
import type { DrawPlan } from './plan.ts';

/**
 * What a draw is made from, as it is frozen: plain data without a name, so that anybody who has it can compute the draw again. It is
 * hashed as canonical JSON.
 */
export type Roster = Omit<Selection, 'params'> & {
  /** Of this text, for whoever reads it later. */
  form: 1;
  cycle: { id: number; ruleVersion: number; ruleHash: string };
  plan: DrawPlan;
  params: Omit<SelectionParams, 'seed'>;
};

/** What a draw comes to, by the ids of files and experts. It is hashed as canonical JSON. */
export type DrawResult = {
  form: 1;
  pairs: readonly { file: number; expert: number; parts: PairParts }[];
  /** Who comes next where somebody is relieved, in order. */
  reserves: readonly { file: number; experts: readonly number[] }[];
  /** Files with empty places. */
  short: readonly { file: number; missing: number }[];
  unfilled: number;
};

/** What differs from the frozen roster when a result is solved again: pairs that stand, and what came up since. */
export type SolveInputs = {
  locks: readonly { file: number; expert: number }[];
  /** Pairs that a conflict forbids by now. */
  conflicts: readonly { file: number; expert: number }[];
  /** Pairs that the office wants replaced; left out where there is none. */
  without?: readonly { file: number; expert: number }[];
  /** Experts with another load than was frozen, or who can review nothing any more. */
  experts: readonly { id: number; openLoad: number; isOut: boolean }[];
  /** Who is at another school or has another title than was frozen: schools merge. Left out where nobody is. */
  moved?: { experts: readonly MovedExpert[]; files: readonly MovedFile[] };
};

export type MovedExpert = Pick<SelectionExpert, 'schoolId' | 'province' | 'level' | 'series'> & {
  id: number;
};
/** A file whose applicant's school is another one by now. */
export type MovedFile = Pick<SelectionFile, 'schoolId' | 'province'> & { id: number };

/**
 * What was changed after the result was computed, step by step and apart from it. Reasons are left out, since they may name people. Steps that
 * solved again hold what they were solved from, so that they can be computed again too.
 */
export type LaterStep = {
  no: number;
  kind: ChangeKind;
  /** The step that this one takes back. */
  undoes: number | null;
  at: string;
  changes: readonly { file: number; out: number | null; in: number | null }[];
  inputs: SolveInputs | null;
};

/** Everything of a draw that anybody needs to compute it again and compare. */
export type DrawRecord = {
  form: 1;
  officeCommit: string;
  officeSecret: string;
  supervisorCommit: string | null;
  supervisorSecret: string | null;
  rosterHash: string;
  seed: string;
  resultHash: string;
  roster: Roster;
  result: DrawResult;
  later: readonly LaterStep[];
  laterHash: string;
};

/** The text whose SHA-256 holds later steps to the result that they changed. */
export const laterText = (resultHash: string, later: readonly LaterStep[]): string =>
  [resultHash, canonicalJson(later)].join('|');

/** The text whose SHA-256 is the seed: neither side knows it before both numbers are open. */
export const seedText = ({
  officeSecret,
  supervisorSecret,
  rosterHash,
  cycleId,
}: {
  officeSecret: string;
  supervisorSecret: string | null;
  rosterHash: string;
  cycleId: number;
}): string => [officeSecret, supervisorSecret ?? '', rosterHash, String(cycleId)].join('|');
