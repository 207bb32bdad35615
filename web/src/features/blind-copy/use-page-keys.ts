import { useEffect, useEffectEvent } from 'react';

/** Keys that turn pages and zoom, unless the focus is in a field or a dialog. */
export const usePageKeys = (acts: Readonly<Record<string, () => void>>) => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = acts[event.key];
    const isTyping = (event.target as HTMLElement).closest('input, textarea, [role=dialog]');
    if (!act || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
};
