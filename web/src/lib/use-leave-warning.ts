import { useEffect } from 'react';

/** The browser's own question before unsaved work is closed with the window. */
export const useLeaveWarning = (isDirty: boolean) => {
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
};
