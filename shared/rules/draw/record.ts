import { canonicalJson } from '../text/canonical-json.ts';
import type { Selection, SelectionExpert, SelectionFile, SelectionParams } from '../assignment/selection.ts';
import type { PairParts } from '../assignment/pair-parts.ts';
import type { ChangeKind } from './changes.ts';
import type { DrawPlan } from './plan.ts';

/**
 * The frozen input of a draw: plain data without names, so that the draw can be recomputed from it. Hashed as canonical
 * JSON.
 */
export type Roster = Omit<Selection, 'params'> & {
  /** Version of this format, for later readers. */
  form: 1;
  cycle: { id: number; ruleVersion: number; ruleHash: string };
  plan: DrawPlan;
  params: Omit<SelectionParams, 'seed'>;
};

/** The result of a draw, by ids of projects and experts. Hashed as canonical JSON. */
export type DrawResult = {
  form: 1;
  pairs: readonly { file: number; expert: number; parts: PairParts }[];
  /** Successors of replaced experts, in order. */
  reserves: readonly { file: number; experts: readonly number[] }[];
  /** Projects with vacancies. */
  short: readonly { file: number; missing: number }[];
  unfilled: number;
};

/** Differences from the frozen roster when a result is solved again: fixed pairs, and later facts. */
export type SolveInputs = {
  locks: readonly { file: number; expert: number }[];
  /** Pairs that a conflict forbids now. */
  conflicts: readonly { file: number; expert: number }[];
  /** Pairs that the office wants replaced; left out where there is none. */
  without?: readonly { file: number; expert: number }[];
  /** Experts whose load differs from the frozen one, or who can no longer review. */
  experts: readonly { id: number; openLoad: number; isOut: boolean }[];
  /** Experts and projects whose school or title differs from the roster (schools merge). Left out if empty. */
  moved?: { experts: readonly MovedExpert[]; files: readonly MovedFile[] };
};

export type MovedExpert = Pick<SelectionExpert, 'schoolId' | 'province' | 'level' | 'series'> & {
  id: number;
};
/** A project whose applicant now belongs to another school. */
export type MovedFile = Pick<SelectionFile, 'schoolId' | 'province'> & { id: number };

/**
 * Changes after the result was computed, step by step. Reasons are left out, since they may name people. Steps that
 * solved again contain their inputs, so that they can be recomputed.
 */
export type LaterStep = {
  no: number;
  kind: ChangeKind;
  /** The step that this one undoes. */
  undoes: number | null;
  at: string;
  changes: readonly { file: number; out: number | null; in: number | null }[];
  inputs: SolveInputs | null;
};

/** Everything needed to recompute and compare a draw. */
export type DrawRecord = {
  /** Draws of form 1 had no nonce: the office could compute their result before it opened its number. */
  form: 1 | 2;
  officeCommit: string;
  officeSecret: string;
  supervisorCommit: string | null;
  supervisorSecret: string | null;
  rosterHash: string;
  /** A number of the server, made at the freeze and shown after the last opening; its hash is known from the freeze on. */
  nonce?: string;
  nonceHash?: string;
  seed: string;
  resultHash: string;
  roster: Roster;
  result: DrawResult;
  later: readonly LaterStep[];
  laterHash: string;
};

/** The text whose SHA-256 binds later steps to the result that they changed. */
export const laterText = (resultHash: string, later: readonly LaterStep[]): string =>
  [resultHash, canonicalJson(later)].join('|');

/**
 * The text whose SHA-256 is the seed. With the nonce of the server nobody knows it before both numbers are open; without
 * one (form 1, and strata) the side that opens last does.
 */
export const seedText = ({
  officeSecret,
  supervisorSecret,
  rosterHash,
  cycleId,
  nonce = null,
}: {
  officeSecret: string;
  supervisorSecret: string | null;
  rosterHash: string;
  cycleId: number;
  nonce?: string | null;
}): string =>
  [
    officeSecret,
    supervisorSecret ?? '',
    rosterHash,
    String(cycleId),
    ...(nonce === null ? [] : [nonce]),
  ].join('|');
