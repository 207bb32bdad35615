import type { MarkKind, PageDoubt } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import type { Place } from '@zhiping/shared/rules/blind-copy/places.ts';
import type { BlindFacts } from '@zhiping/shared/rules/blind-copy/terms.ts';
import type { Asked, Read } from '../recognition/recogniser-job.ts';

/** Counts up whenever the pipeline finds or covers otherwise: copies of an earlier one are made anew. */
export const ENGINE = 8;
/** The same with recognition at hand. */
export const RECOGNISING = 1000 + ENGINE;

/** A person's decision on a find, which is recognised by its kind and place. */
export type MarkDecision = { kind: MarkKind; place: Place; isCovered: boolean };

export type CoverJob = {
  /** Where the original lies, and where the copy is to be written. */
  path: string;
  out: string;
  isPicture: boolean;
  facts: BlindFacts;
  decisions: readonly MarkDecision[];
  /** Drawn by people. */
  drawn: readonly Place[];
};

export type CopiedMark = { kind: MarkKind; words: string; places: Place[]; isCovered: boolean };
type CopiedPage = { width: number; height: number; doubts: PageDoubt[] };

export type Covered = {
  pages: CopiedPage[];
  marks: CopiedMark[];
  /** Results of the proof: readable finds, pixels beside the covers, words in bytes. */
  left: number;
  outside: number;
  words: number;
  bytes: number;
  /** Pages that recognition read, so that no person has to check them. */
  recognised: number;
};

/** A page as a picture, for the screen of those who check. */
export type PictureJob = { path: string; isPicture: boolean; page: number; width: number; out: string };

/** `canAsk`: pictures of pages may be sent to be recognised, each of which is answered. */
export type Job = { cover: CoverJob; canAsk: boolean } | { picture: PictureJob };
export type Answer = { read: Read | null };

/** `too_slow`: more time or memory than any honest file needs. */
export type CopyProblem = 'encrypted' | 'broken' | 'too_slow';
export type Told =
  | { asked: Asked }
  | { progress: [done: number, total: number] }
  | { covered: Covered }
  | { drawn: true }
  | { problem: CopyProblem };

/** Pixels that edges of letters may leave beside their covers on a page. */
export const MAX_OUTSIDE = 5;
