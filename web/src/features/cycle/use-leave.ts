import { useSearchParams } from 'react-router';

/** Back to the list as it was; replacing, or Back would open the cycle again. */
export const useLeave = () => {
  const [, setParams] = useSearchParams();
  return () =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous);
        for (const name of ['edit', 'step', 'from']) next.delete(name);
        return next;
      },
      { replace: true },
    );
};
