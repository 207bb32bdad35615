import { useSearchParams } from 'react-router';

/** Returns to the list with its filters. Replaces the entry; otherwise Back would open the cycle again. */
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
