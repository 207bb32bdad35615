import type { Notices } from './notices.ts';

/** Answers kept; the largest, a whole catalogue, has about half a megabyte. */
const MOST = 40;

/**
 * The answer to a question about public registers, read once and remembered until one of them changes. Only for what is
 * the same for every session.
 */
export type Remember = <T extends object>(question: string, read: () => Promise<T>) => Promise<T>;

/**
 * The database tells every node when a register changes (0008_register_notices.sql); while that line is down nothing is
 * remembered. Answers are frozen, so that http.ts writes them down once for everybody.
 */
export const createRegisterCache = (notices: Notices): Remember => {
  const answers = new Map<string, object>();
  let changes = 0;
  const forget = () => {
    changes += 1;
    answers.clear();
  };
  notices.onReset(forget);
  notices.on((topic) => {
    if (topic === 'register') forget();
  });

  return async <T extends object>(question: string, read: () => Promise<T>) => {
    const known = notices.healthy ? answers.get(question) : undefined;
    if (known) return known as T;
    const before = changes;
    const answer = Object.freeze(await read());
    // A change that came in while reading may not be in what was read.
    if (notices.healthy && changes === before) {
      if (answers.size >= MOST) answers.delete(answers.keys().next().value as string);
      answers.set(question, answer);
    }
    return answer;
  };
};
