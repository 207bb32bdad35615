import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from './api.ts';
import { createAutosaver, type SaveStatus } from './autosaver.ts';
import { deleteDraft, newDraftKey, readNewestDraft, writeDraft } from './drafts.ts';
import { reportDraftStored, useIsDraftStorageRefused, useMarksLocalDrafts } from './draft-storage-state.ts';
import { useUser } from './session-store.ts';
import { useLatest } from './use-latest.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

const open = new Set<{ keptLocally: () => Promise<void> }>();

/** Resolves when every draft is stored on this machine; awaited before the page is left. */
export const allDraftsStored = () => Promise.all([...open].map((saver) => saver.keptLocally()));

const lastSaves = new Map<string, Promise<void>>();

/**
 * The running last save of a key. Reopened work waits for it, otherwise it would load a version without the last
 * changes.
 */
export const lastSaveOf = (key: string): Promise<void> => lastSaves.get(key) ?? Promise.resolve();

/** Short, because a hanging save on a bad connection delays all later changes. */
export const SAVE_TIMEOUT_MS = 20_000;

const MAX_UNANSWERED = 5;

/**
 * Adds a value to those that were sent without a response; keeps at most the first and the newest four. The server may
 * hold any of them, so a version equal to one of them is no change from another device.
 */
export const addUnanswered = <T>(sent: readonly T[], next: T): readonly T[] => {
  if (sent.includes(next)) return sent;
  const [first, , ...later] = sent;
  return sent.length < MAX_UNANSWERED ? [...sent, next] : [first!, ...later, next];
};

/** Whether a retry may succeed: no response, rate limit, or server error. */
const mayRetry = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * Autosave of one piece of work. `restored` is the draft of an earlier session on this machine: undefined while it is
 * read, null if there is none. If several tabs left drafts, the newest is restored, and an older one at the next
 * opening.
 */
export const useAutosave = <T>({ key, save }: { key: string; save: (value: T) => Promise<unknown> }) => {
  const owner = useUser().user.id;
  useMarksLocalDrafts();
  const [status, setStatus] = useState<SaveStatus>({ state: 'idle' });
  const [restored, setRestored] = useState<T | null>();
  // Warns before the page closes with changes that neither this machine nor the server has.
  useLeaveWarning(useIsDraftStorageRefused() && !['idle', 'saved'].includes(status.state));
  /** Key of the restored draft; it is deleted once this tab has stored its own draft or the server has the value. */
  const restoredKey = useRef<string>(undefined);
  const latestSave = useLatest(save);

  const { saver, own } = useMemo(() => {
    const own = newDraftKey(key);
    const saver = createAutosaver<T>({
      keep: async (value) => {
        let isLasting = true;
        if (value === null) await deleteDraft(owner, own);
        else isLasting = await writeDraft({ owner, key: own, value, changedAt: Date.now() });
        if (restoredKey.current === undefined) return isLasting;
        await deleteDraft(owner, restoredKey.current);
        restoredKey.current = undefined;
        return isLasting;
      },
      onKept: reportDraftStored,
      save: (value) => latestSave.current(value),
      onStatus: setStatus,
      isOnline: () => navigator.onLine,
      mayRetry,
    });
    return { saver, own };
  }, [owner, key, latestSave]);

  const isRead = useRef(false);
  useEffect(() => {
    // A tab that is shown again keeps its state.
    if (isRead.current) return undefined;
    let current = true;
    readNewestDraft<T>(owner, key).then(
      (draft) => {
        if (!current) return;
        isRead.current = true;
        if (draft && draft.key !== own) restoredKey.current = draft.key;
        setRestored(draft?.value ?? null);
      },
      () => current && setRestored(null),
    );
    return () => {
      current = false;
    };
  }, [owner, key, own]);

  useEffect(() => {
    const flush = () => void saver.flush();
    const flushWhenHidden = () => document.visibilityState === 'hidden' && flush();
    open.add(saver);
    // The network may have come back while the tab was hidden.
    flush();
    window.addEventListener('blur', flush);
    window.addEventListener('online', flush);
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flushWhenHidden);
    return () => {
      const last = saver.flush();
      lastSaves.set(key, last);
      void last.finally(() => lastSaves.get(key) === last && lastSaves.delete(key));
      open.delete(saver);
      window.removeEventListener('blur', flush);
      window.removeEventListener('online', flush);
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flushWhenHidden);
    };
  }, [saver, key]);

  return { status, restored, change: saver.change, flush: saver.flush, discard: saver.discard };
};

/**
 * Runs `begin` once with the restored draft. A hidden tab that is shown again runs its effects again, and must not
 * start over with the value that the server had when it was opened.
 */
export const useRestored = <T>(restored: T | undefined, begin: (restored: T) => void): void => {
  const latest = useLatest(begin);
  const isBegun = useRef(false);
  useEffect(() => {
    if (restored === undefined || isBegun.current) return;
    isBegun.current = true;
    latest.current(restored);
  }, [restored, latest]);
};
