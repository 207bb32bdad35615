import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from './api.ts';
import { createAutosaver, type SaveStatus } from './autosaver.ts';
import { deleteDraft, readNewestDraft, tabKey, writeDraft } from './drafts.ts';
import { useKeepsWork } from './kept-work.ts';
import { useUser } from './session-store.ts';

const open = new Set<{ keptLocally: () => Promise<void> }>();

/** Before the page goes away: wait until every draft is on this machine. */
export const flushDrafts = () => Promise.all([...open].map((saver) => saver.keptLocally()));

/** A save without an answer holds up all that is typed after it: on a line that is half dead it is soon given up. */
export const SAVE_TIMEOUT_MS = 20_000;

const MOST_UNANSWERED = 5;

/**
 * What was sent and not answered, with one more. The server may have any of it, most likely the first or one of the last; what it has
 * of this is no change of another device.
 */
export const addUnanswered = <T>(sent: readonly T[], next: T): readonly T[] => {
  if (sent.includes(next)) return sent;
  const [first, , ...later] = sent;
  return sent.length < MOST_UNANSWERED ? [...sent, next] : [first!, ...later, next];
};

/** No answer came, or the server was busy or in trouble. */
const mayPass = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * Autosave of one piece of work. `restored` is what this machine still holds of an earlier session: undefined while
 * it is being read, null when there is nothing. Where several tabs left something, the next opening has what is older.
 */
export const useAutosave = <T>({ key, save }: { key: string; save: (value: T) => Promise<unknown> }) => {
  const owner = useUser().user.id;
  useKeepsWork();
  const [status, setStatus] = useState<SaveStatus>({ state: 'idle' });
  const [restored, setRestored] = useState<T | null>();
  /** Where that lies until it is a part of what this tab keeps, or the server has it. */
  const takenOver = useRef<string>(undefined);
  const latestSave = useRef(save);
  useEffect(() => {
    latestSave.current = save;
  });

  const saver = useMemo(
    () =>
      createAutosaver<T>({
        keep: async (value) => {
          const own = tabKey(key);
          if (value === null) await deleteDraft(owner, own);
          else await writeDraft({ owner, key: own, value, changedAt: Date.now() });
          if (takenOver.current === undefined) return;
          await deleteDraft(owner, takenOver.current);
          takenOver.current = undefined;
        },
        save: (value) => latestSave.current(value),
        onStatus: setStatus,
        isOnline: () => navigator.onLine,
        mayPass,
      }),
    [owner, key],
  );

  useEffect(() => {
    let current = true;
    readNewestDraft<T>(owner, key).then(
      (draft) => {
        if (!current) return;
        if (draft && draft.key !== tabKey(key)) takenOver.current = draft.key;
        setRestored(draft?.value ?? null);
      },
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
