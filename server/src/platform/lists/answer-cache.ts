import { hash } from 'node:crypto';
import type { Notices } from '../database/notices.ts';

/** What the answers about one subject may take, roughly; the least recently used make way. */
const MOST_KB = 32_768;

/**
 * However quiet the line to the database is, nothing is older than twice this: a page is made from a count as old as itself.
 * Names of registers in it are those of register-cache.ts.
 */
const MAX_AGE_MS = 5000;

/**
 * The answer to a question about one list, asked of the database once and remembered until something of it changes.
 * `kilobytesOf` guesses its size; a tenth of all that may be kept is too much.
 */
export type Answers = <T>(
  question: string,
  ask: () => Promise<T>,
  kilobytesOf?: (answer: T) => number,
) => Promise<T>;

type Known = { answer: Promise<unknown>; askedAt: number; kilobytes: number };

/**
 * Counting 100 000 rows takes longer than reading a page of them, and writing a page down takes as long as reading it. So
 * answers are remembered until the database says on one of these topics that something changed; while that line is down
 * nothing is. The topics must cover every table that an answer is made from. Who asks at the same time waits for the same
 * statement. The question must name all that the answer depends on: the reader's scope, and what was read before it was asked.
 */
export const createAnswerCache = (notices: Notices, topics: readonly string[]): Answers => {
  const answers = new Map<string, Known>();
  let kept = 0;
  const forget = (name: string) => {
    kept -= answers.get(name)?.kilobytes ?? 0;
    answers.delete(name);
  };
  const forgetAll = () => {
    answers.clear();
    kept = 0;
  };
  notices.onReset(forgetAll);
  notices.on((told) => {
    if (topics.includes(told)) forgetAll();
  });

  const keep = (name: string, known: Known) => {
    answers.set(name, known);
    kept += known.kilobytes;
    while (kept > MOST_KB) forget(answers.keys().next().value as string);
  };

  const weigh = (name: string, known: Known, kilobytes: number) => {
    if (answers.get(name) !== known) return;
    forget(name);
    if (kilobytes <= MOST_KB / 10) keep(name, { ...known, kilobytes });
  };

  return <T>(question: string, ask: () => Promise<T>, kilobytesOf: (answer: T) => number = () => 1) => {
    if (!notices.healthy) return ask();
    // A question has one kind of answer, that of whoever asks it.
    // A reader's scope may name thousands of departments.
    const name = hash('sha256', question, 'base64');
    const now = Date.now();
    const found = answers.get(name);
    // Kept anew, so that the map stays in the order of last use.
    forget(name);
    if (found && now - found.askedAt < MAX_AGE_MS) {
      keep(name, found);
      return found.answer as Promise<T>;
    }
    const answer = ask();
    const known = { answer, askedAt: now, kilobytes: 1 };
    keep(name, known);
    answer.then(
      (given) => weigh(name, known, kilobytesOf(given)),
      () => weigh(name, known, Infinity),
    );
    return answer;
  };
};
