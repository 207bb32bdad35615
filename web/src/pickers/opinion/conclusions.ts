import { grades } from '@zhiping/shared/rules/review-rules/facts.ts';
import type { AnswerScale } from '@zhiping/shared/rules/review-opinion.ts';

export const conclusionTitle: Record<AnswerScale, string> = { conclusion: '结论', grade: '总体等级' };

const verdicts = { agree: '同意', disagree: '不同意' };

/** What an expert chooses from under a scale. */
export const conclusions = (scale: AnswerScale): { value: string; words: string }[] =>
  scale === 'grade'
    ? Object.entries(grades).map(([value, word]) => ({ value, words: `${value} ${word}` }))
    : Object.entries(verdicts).map(([value, words]) => ({ value, words }));
