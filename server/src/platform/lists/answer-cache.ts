import { hash } from 'node:crypto';
import type { Notices } from '../database/notices.ts';

/** Answers kept; one is a number, the keys of a page, or those of a short list. */
const MOST = 1000;

/** However quiet the line to the database is, no answer is older than this; sessions have the same limit. */
const MAX_AGE_MS = 10_000;

/** The answer to a question about one topic, asked of the database once and remembered until something of it changes. */
export type Answers = <T>(question: string, ask: () => Promise<T>) => Promise<T>;

/**
 * Counting 100 000 rows takes longer than reading a page of them, so the answers about a topic are remembered until the
 * database says on that topic that something changed; while that line is down nothing is. Who asks at the same time
 * waits for the same statement. The question must name all that the answer depends on, the reader's scope included.
 */
export const createAnswerCache = (notices: Notices, topic: string): Answers => {
  const answers = new Map<string, { answer: Promise<unknown>; askedAt: number }>();
  notices.onReset(() => answers.clear());
  notices.on((told) => {
    if (told === topic) answers.clear();
  });

  return <T>(question: string, ask: () => Promise<T>): Promise<T> => {
    if (!notices.healthy) return ask();
    // A question has one kind of answer, that of whoever asks it.
    // A reader's scope may name thousands of departments.
    const name = hash('sha256', question, 'base64');
    const now = Date.now();
    const known = answers.get(name);
    // Set anew, so that the map stays in the order of last use.
    answers.delete(name);
    if (known && now - known.askedAt < MAX_AGE_MS) {
      answers.set(name, known);
      return known.answer as Promise<T>;
    }
    const asked = { answer: ask(), askedAt: now };
    if (answers.size >= MOST) answers.delete(answers.keys().next().value as string);
    answers.set(name, asked);
    asked.answer.catch(() => {
      if (answers.get(name) === asked) answers.delete(name);
    });
    return asked.answer;
  };
};
