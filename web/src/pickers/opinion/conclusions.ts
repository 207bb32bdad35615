import { type AnswerScale, answerWords } from '@zhiping/shared/rules/opinion/opinion.ts';
import { gradeWords } from '@zhiping/shared/rules/review-rule/facts.ts';

const { agree, disagree } = answerWords;

/** The choices of an expert under a scale. */
export const conclusionOptions = (scale: AnswerScale): { value: string; words: string }[] =>
  Object.entries(scale === 'grade' ? gradeWords : { agree, disagree }).map(([value, words]) => ({
    value,
    words,
  }));
