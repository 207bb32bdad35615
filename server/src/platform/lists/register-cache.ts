import type { Notices } from '../database/notices.ts';

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
  const underWay = new Map<string, Promise<object>>();
  let changes = 0;
  const forget = () => {
    changes += 1;
    answers.clear();
    underWay.clear();
  };
  notices.onReset(forget);
  notices.on((topic) => {
    if (topic === 'register') forget();
  });

  const readAndKeep = async (question: string, read: () => Promise<object>) => {
    const before = changes;
    const answer = Object.freeze(await read());
    // A change that came in while reading may not be in what was read.
    if (notices.healthy && changes === before) {
      if (answers.size >= MOST) answers.delete(answers.keys().next().value as string);
      answers.set(question, answer);
    }
    return answer;
  };

  return async <T extends object>(question: string, read: () => Promise<T>) => {
    if (!notices.healthy) return read();
    const known = answers.get(question);
    if (known) return known as T;
    // Who asks at the same time waits for the same answer; the questions tell the answers' types apart.
    const shared = underWay.get(question);
    if (shared) return (await shared) as T;
    const reading = readAndKeep(question, read).finally(() => {
      if (underWay.get(question) === reading) underWay.delete(question);
    });
    underWay.set(question, reading);
    return (await reading) as T;
  };
};
