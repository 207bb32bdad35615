import { useSearchParams } from 'react-router';

/** Back to the list as it was; replacing, or Back would open the editor again. */
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
