import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import type { Problems } from './ErrorSummary.tsx';

/** The server's words, field by field when it names fields. */
const textsOf = (error: unknown): string[] => {
  if (error instanceof ApiError && error.errors.length > 0) return error.errors.map(({ message }) => message);
  return [error instanceof Error ? error.message : '接口请求失败'];
};

/** One request at a time; what goes wrong ends in the summary above the form. */
export const useSubmit = () => {
  const [isBusy, setIsBusy] = useState(false);
  const [problems, setProblems] = useState<Problems | null>(null);

  const submit = async (send: () => Promise<void>, onRefused: (error: unknown) => void) => {
    if (isBusy) return;
    setIsBusy(true);
    setProblems(null);
    try {
      await send();
    } catch (error) {
      setProblems({ texts: textsOf(error) });
      onRefused(error);
    } finally {
      setIsBusy(false);
    }
  };

  const refuse = (texts: readonly string[]) => setProblems({ texts });
  return { isBusy, problems, submit, refuse };
};
