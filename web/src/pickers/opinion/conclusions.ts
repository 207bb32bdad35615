import { type AnswerScale, answerWords } from '@zhiping/shared/rules/review-opinion.ts';
import { gradeWords } from '@zhiping/shared/rules/review-rules/facts.ts';

const { agree, disagree } = answerWords;

/** The choices of an expert under a scale. */
export const conclusions = (scale: AnswerScale): { value: string; words: string }[] =>
  Object.entries(scale === 'grade' ? gradeWords : { agree, disagree }).map(([value, words]) => ({
    value,
    words,
  }));
