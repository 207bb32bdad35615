import { hash } from 'node:crypto';
import type { Notices } from '../database/notices.ts';

/** Answers kept; one is a number, the keys of a page, or those of a short list. */
const MOST = 1000;

/** The answer to a question about one topic, asked of the database once and remembered until something of it changes. */
export type Answers = <T>(question: string, ask: () => Promise<T>) => Promise<T>;

/**
 * Counting 100 000 rows takes longer than reading a page of them, so the answers about a topic are remembered until the
 * database says on that topic that something changed; while that line is down nothing is. Who asks at the same time
 * waits for the same statement. The question must name all that the answer depends on, the reader's scope included.
 */
export const createAnswerCache = (notices: Notices, topic: string): Answers => {
  const answers = new Map<string, Promise<unknown>>();
  notices.onReset(() => answers.clear());
  notices.on((told) => {
    if (told === topic) answers.clear();
  });

  return <T>(question: string, ask: () => Promise<T>): Promise<T> => {
    if (!notices.healthy) return ask();
    // A question has one kind of answer, that of whoever asks it.
    // A reader's scope may name thousands of departments.
    const name = hash('sha256', question, 'base64');
    const known = answers.get(name) as Promise<T> | undefined;
    if (known) return known;
    const answer = ask();
    if (answers.size >= MOST) answers.delete(answers.keys().next().value as string);
    answers.set(name, answer);
    answer.catch(() => {
      if (answers.get(name) === answer) answers.delete(name);
    });
    return answer;
  };
};
