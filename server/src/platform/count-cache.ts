import type { Notices } from './notices.ts';

/** Counts kept; one is a number and its question. */
const MOST = 500;

/** The answer to "how many are there", asked of the database once and remembered until one of them changes. */
export type Counted = (question: string, count: () => Promise<number>) => Promise<number>;

/**
 * Counting 100 000 rows takes longer than reading a page of them, so the numbers of a topic are remembered until the
 * database says on that topic that something changed; while that line is down nothing is. Who asks at the same time
 * waits for the same statement. The question must name all that the answer depends on, the reader's scope included.
 */
export const createCountCache = (notices: Notices, topic: string): Counted => {
  const answers = new Map<string, Promise<number>>();
  notices.onReset(() => answers.clear());
  notices.on((told) => {
    if (told === topic) answers.clear();
  });

  return (question, count) => {
    if (!notices.healthy) return count();
    const known = answers.get(question);
    if (known) return known;
    const answer = count();
    if (answers.size >= MOST) answers.delete(answers.keys().next().value as string);
    answers.set(question, answer);
    answer.catch(() => {
      if (answers.get(question) === answer) answers.delete(question);
    });
    return answer;
  };
};
