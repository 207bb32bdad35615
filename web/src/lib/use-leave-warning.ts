import { useEffect } from 'react';

/** Lets the browser ask before the window is closed with unsaved work. */
export const useLeaveWarning = (isDirty: boolean) => {
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
};
