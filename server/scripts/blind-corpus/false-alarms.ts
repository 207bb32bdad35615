import { isWarned } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import type { CopiedMark } from '../../src/modules/blind-copy/pipeline/job.ts';
import { simplify } from '../../src/modules/blind-copy/pipeline/simplify.ts';
import { needles } from './cases.ts';
import { tight } from './score.ts';

const known = needles.map((needle) => simplify(needle));

/** Whether a find is, holds or is part of what was put there to be found. */
const isKnown = ({ words }: CopiedMark) => {
  const found = simplify(tight(words));
  return known.some((needle) => found.includes(needle) || needle.includes(found));
};

/** Finds that are none of the known places: what was covered for nothing, and what a person was asked about. */
export const falseAlarms = (marks: readonly CopiedMark[]) => {
  const strange = marks.filter((mark) => !isKnown(mark));
  return {
    covered: strange.filter(({ kind }) => !isWarned(kind)).map(({ words }) => words),
    asked: strange.filter(({ kind }) => isWarned(kind)).map(({ words }) => words),
  };
};
