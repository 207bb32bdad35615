import { useEffect, useMemo, useRef, useState } from 'react';
import { createAutosaver, type SaveStatus } from './autosaver.ts';
import { deleteDraft, readDraft, writeDraft } from './drafts.ts';
import { useKeepsWork } from './kept-work.ts';
import { useUser } from './session-store.ts';

const open = new Set<{ keptLocally: () => Promise<void> }>();

/** Before the page goes away: wait until every draft is on this machine. */
export const flushDrafts = () => Promise.all([...open].map((saver) => saver.keptLocally()));

/**
 * Autosave of one piece of work. `restored` is what this machine still holds of an earlier session: undefined while
 * it is being read, null when there is nothing.
 */
export const useAutosave = <T>({ key, save }: { key: string; save: (value: T) => Promise<unknown> }) => {
  const owner = useUser().user.id;
  useKeepsWork();
  const [status, setStatus] = useState<SaveStatus>({ state: 'idle' });
  const [restored, setRestored] = useState<T | null>();
  const latestSave = useRef(save);
  useEffect(() => {
    latestSave.current = save;
  });

  const saver = useMemo(
    () =>
      createAutosaver<T>({
        keep: (value) =>
          value === null ? deleteDraft(owner, key) : writeDraft({ owner, key, value, changedAt: Date.now() }),
        save: (value) => latestSave.current(value),
        onStatus: setStatus,
        isOnline: () => navigator.onLine,
      }),
    [owner, key],
  );

  useEffect(() => {
    let current = true;
    readDraft<T>(owner, key).then(
      (draft) => current && setRestored(draft?.value ?? null),
      () => current && setRestored(null),
    );
    return () => {
      current = false;
    };
  }, [owner, key]);

  useEffect(() => {
    const flush = () => void saver.flush();
    const flushWhenHidden = () => document.visibilityState === 'hidden' && flush();
    open.add(saver);
    window.addEventListener('blur', flush);
    window.addEventListener('online', flush);
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flushWhenHidden);
    return () => {
      flush();
      open.delete(saver);
      window.removeEventListener('blur', flush);
      window.removeEventListener('online', flush);
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flushWhenHidden);
    };
  }, [saver]);

  return { status, restored, change: saver.change, flush: saver.flush, discard: saver.discard };
};
