import type { Criterion, OpinionText, ReviewForm } from './form.ts';
import type { scales } from '../review-rule/answer-scale.ts';
import { gradeWords, type Opinion } from '../review-rule/facts.ts';

/** An expert's answers in the form of a cycle (评审意见), complete or partial. */

export type AnswerScale = keyof typeof scales;

/** The outcome of an opinion, under either scale. */
export type Answer = NonNullable<Opinion['conclusion'] | Opinion['grade']>;

/** The conclusion or the grade of an opinion; null where it has neither yet. */
export const answerOf = ({ conclusion, grade }: Opinion): Answer | null => conclusion ?? grade;

/** An opinion of which only the outcome is known. */
export const opinionOf = (answer: Answer): Opinion =>
  answer === 'agree' || answer === 'disagree'
    ? { conclusion: answer, grade: null }
    : { conclusion: null, grade: answer };

/** Labels of conclusions and grades. */
export const answerWords: Record<Answer, string> = { agree: '同意', disagree: '不同意', ...gradeWords };

/** Title of the outcome under each scale. */
export const answerTitle: Record<AnswerScale, string> = { conclusion: '结论', grade: '总体等级' };

/** Points by the keys of criteria. One that was not scored is missing or null. */
export type OpinionScores = Readonly<Record<string, number | null>>;

/** An opinion as it stands, under the scale of its cycle: 同意, 不同意 or a grade. */
export type FilledForm = Opinion & { scores: OpinionScores; texts: Readonly<Record<string, string>> };

/** The conclusion under the scale of the cycle. Values of the other scale are never shown, so they do not count. */
export const ofScale = ({ conclusion, grade }: Opinion, scale: AnswerScale): Opinion => ({
  conclusion: scale === 'conclusion' ? conclusion : null,
  grade: scale === 'grade' ? grade : null,
});

/** The parts of an opinion that belong to its form: anything else that a client sends is dropped. */
export const withinForm = (
  { criteria, texts }: ReviewForm,
  opinion: FilledForm,
  scale: AnswerScale,
): FilledForm => {
  const ofParts = <T>(values: Readonly<Record<string, T>>, parts: readonly { key: string }[]) =>
    Object.fromEntries(Object.entries(values).filter(([own]) => parts.some(({ key }) => key === own)));
  return {
    scores: ofParts(opinion.scores, criteria),
    texts: ofParts(opinion.texts, texts),
    ...ofScale(opinion, scale),
  };
};

/** A missing or invalid part of an opinion; `key` is that of the criterion or text, or the scale. */
export type MissingPart = { part: 'criterion' | 'text' | 'conclusion'; key: string; message: string };

/** Why points do not fit their criterion; null where they do, or are not given. */
export const scoreProblem = ({ weight }: Criterion, points: number | null): string | null => {
  if (points === null) return null;
  if (!Number.isInteger(points)) return '分数必须是整数';
  return points < 0 || points > weight ? `分数应为 0 至 ${weight}` : null;
};

const scoreOf = (scores: OpinionScores, { key }: Criterion) => scores[key] ?? null;

/** The sum of all points that fit their criteria. What does not fit, or belongs to no criterion, does not count. */
export const totalOf = ({ criteria }: ReviewForm, scores: OpinionScores): number =>
  criteria.reduce((total, criterion) => {
    const points = scoreOf(scores, criterion);
    return scoreProblem(criterion, points) === null ? total + (points ?? 0) : total;
  }, 0);

/**
 * The level of a number of points: its label if the points equal it, otherwise the two levels around it. Points say
 * more than labels, so no label is shown that the expert did not choose.
 */
export const levelInWords = ({ levels }: Criterion, points: number): string => {
  const below = levels.findIndex((level) => level.points <= points);
  if (below < 0) return `低于${levels.at(-1)?.word}`;
  const { word, points: own } = levels[below]!;
  if (own === points) return word;
  return below === 0 ? `高于${word}` : `介于${word}与${levels[below - 1]!.word}之间`;
};

/** The visible length of a text in characters, without whitespace at its ends. */
export const lengthOf = (text: string): number => [...text.trim()].length;

/** Why a text is missing or invalid; null if it is valid. */
export const textProblem = ({ least, most, required }: OpinionText, text: string): string | null => {
  const length = lengthOf(text);
  if (length === 0) return required ? '还没有填写' : null;
  if (length < least) return `还差 ${least - length} 字，至少 ${least} 字`;
  return length > most ? `超出 ${length - most} 字，至多 ${most} 字` : null;
};

const unchosen: Record<AnswerScale, string> = {
  conclusion: '还没有选择同意或不同意',
  grade: '还没有选择等级',
};

/** All problems that prevent submitting an opinion, in the order of the form; empty if it can be submitted. */
export const missingInOpinion = (
  { criteria, texts }: ReviewForm,
  opinion: FilledForm,
  scale: AnswerScale,
): MissingPart[] => [
  ...criteria.flatMap((criterion): MissingPart[] => {
    const points = scoreOf(opinion.scores, criterion);
    const lacking = points === null && criterion.required ? '还没有评分' : null;
    const problem = lacking ?? scoreProblem(criterion, points);
    return problem
      ? [{ part: 'criterion', key: criterion.key, message: `「${criterion.name}」${problem}` }]
      : [];
  }),
  ...texts.flatMap((text): MissingPart[] => {
    const problem = textProblem(text, opinion.texts[text.key] ?? '');
    return problem ? [{ part: 'text', key: text.key, message: `「${text.name}」${problem}` }] : [];
  }),
  ...(opinion[scale] === null ? [{ part: 'conclusion' as const, key: scale, message: unchosen[scale] }] : []),
];
