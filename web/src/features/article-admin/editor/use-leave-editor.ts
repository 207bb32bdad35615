import { useSearchParams } from 'react-router';

/** Returns to the list with its filters. Replaces the entry; otherwise Back would open the editor again. */
export const useLeaveEditor = () => {
  const [, setParams] = useSearchParams();
  return () =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous);
        next.delete('edit');
        next.delete('from');
        return next;
      },
      { replace: true },
    );
};
