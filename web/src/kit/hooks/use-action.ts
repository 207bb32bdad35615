import { useCallback, useState } from 'react';

/**
 * An act without a form: whether it is pending, and why it failed. `run` ignores a second press, never rejects, and
 * resolves to the result of the act, or undefined after a failure. The act must call with `quiet` where the problem is
 * shown; it throws an `Error` with a message to refuse incomplete input. `failed` is the message for any other throw.
 */
export const useAction = <A extends unknown[], R>(
  act: (...args: A) => Promise<R>,
  failed = '操作失败，请重试',
) => {
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (...args: A): Promise<R | undefined> => {
    if (isPending) return undefined;
    setPending(true);
    setProblem(undefined);
    try {
      return await act(...args);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : failed);
      return undefined;
    } finally {
      setPending(false);
    }
  };
  const clearProblem = useCallback(() => setProblem(undefined), []);
  return { run, isPending, problem, clearProblem };
};
