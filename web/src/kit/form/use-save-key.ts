import { useEffect } from 'react';
import { useLatest } from '../../lib/use-latest.ts';

/** Ctrl+S, or Cmd+S, saves here; the browser would offer to save its page. */
export const useSaveKey = (save: () => void) => {
  const latest = useLatest(save);
  useEffect(() => {
    const saveByKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', saveByKey);
    return () => removeEventListener('keydown', saveByKey);
  }, [latest]);
};
