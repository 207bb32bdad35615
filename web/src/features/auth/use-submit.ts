import { useState, type FormEvent } from 'react';
import { ApiError } from '../../lib/api.ts';
import type { Problem } from './ErrorSummary.tsx';

/** Messages of the server, per field where it names fields. */
const problemsIn = (error: unknown): Problem[] => {
  if (error instanceof ApiError && error.errors.length > 0) {
    return error.errors.map(({ field, message }) => ({ field, text: message }));
  }
  return [{ text: error instanceof Error ? error.message : '接口请求失败' }];
};

/** Runs one request at a time; failures appear in the summary above the form and at their fields. */
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
  /** Typing in a field clears its problem. The summary stays: removing it would move the form while the user types. */
  const onInput = ({ target }: FormEvent) => {
    if (problems.length > 0 && target instanceof HTMLInputElement) setCorrected([...corrected, target.name]);
  };
  return { isBusy, problems, problemOf, submit, refuse, onInput };
};
