import { useState, type FormEvent } from 'react';
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
  const [corrected, setCorrected] = useState<readonly string[]>([]);

  const refuse = (found: readonly Problem[]) => {
    setProblems(found);
    setCorrected([]);
  };

  const submit = async (send: () => Promise<void>, onRefused: (error: unknown) => void) => {
    if (isBusy) return;
    setIsBusy(true);
    setProblems([]);
    try {
      await send();
    } catch (error) {
      refuse(problemsIn(error));
      onRefused(error);
    } finally {
      setIsBusy(false);
    }
  };

  const problemOf = (name: string) =>
    corrected.includes(name) ? undefined : problems.find(({ field }) => field === name)?.text;
  /** A field that is typed in is no longer called wrong; the summary stays, it would move the form under the hand. */
  const onInput = ({ target }: FormEvent) => {
    if (problems.length > 0 && target instanceof HTMLInputElement) setCorrected([...corrected, target.name]);
  };
  return { isBusy, problems, problemOf, submit, refuse, onInput };
};
