import type { Deps } from '../server/src/deps.ts';
import type { Answers } from '../server/src/platform/lists/answer-cache.ts';

const ask: Answers = (_question, answer) => answer();

/** For those who look at the statements themselves: every question goes to the database. */
export const nothingRemembered: Pick<Deps, 'remember' | 'answersOn'> = {
  remember: (_question, read) => read(),
  answersOn: { experts: ask, schools: ask, subjects: ask, teachers: ask, users: ask },
};
