import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import type { Problem } from './ErrorSummary.tsx';

/** The server's words, field by field when it names fields. */
const problemsIn = (error: unknown): Problem[] => {
  if (error instanceof ApiError && error.errors.length > 0) {
    return error.errors.map(({ field, message }) => ({ field, text: message }));
  }
  return [{ text: error instanceof Error ? error.message : '接口请求失败' }];
};

/** One request at a time; what goes wrong ends in the summary above the form and at its field. */
export const useSubmit = () => {
  const [isBusy, setIsBusy] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>([]);

  const submit = async (send: () => Promise<void>, onRefused: (error: unknown) => void) => {
    if (isBusy) return;
    setIsBusy(true);
    setProblems([]);
    try {
      await send();
    } catch (error) {
      setProblems(problemsIn(error));
      onRefused(error);
    } finally {
      setIsBusy(false);
    }
  };

  const problemOf = (name: string) => problems.find(({ field }) => field === name)?.text;
  return { isBusy, problems, problemOf, submit, refuse: setProblems };
};
