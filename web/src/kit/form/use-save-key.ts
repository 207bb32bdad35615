import { useEffect } from 'react';
import { useLatest } from '../../lib/use-latest.ts';

/** Ctrl+S or Cmd+S runs `save` instead of the browser's own command. */
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
