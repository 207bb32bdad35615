import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from './api.ts';
import { createAutosaver, type SaveStatus } from './autosaver.ts';
import { deleteDraft, newDraftKey, readNewestDraft, writeDraft } from './drafts.ts';
import { tellKept, useIsKeepingRefused, useKeepsWork } from './kept-work.ts';
import { useUser } from './session-store.ts';
import { useLatest } from './use-latest.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

const open = new Set<{ keptLocally: () => Promise<void> }>();

/** Before the page goes away: wait until every draft is on this machine. */
export const flushDrafts = () => Promise.all([...open].map((saver) => saver.keptLocally()));

const underWay = new Map<string, Promise<void>>();

/** Whoever opens his work again as soon as he has left it waits for its last save, or he would find it without the last words. */
export const lastSaveOf = (key: string): Promise<void> => underWay.get(key) ?? Promise.resolve();

/** A save without an answer holds up all that is typed after it: on a line that is half dead it is soon given up. */
export const SAVE_TIMEOUT_MS = 20_000;

const MAX_UNANSWERED = 5;

/**
 * What was sent and not answered, with one more. The server may have any of it, most likely the first or one of the last; what it has
 * of this is no change of another device.
 */
export const addUnanswered = <T>(sent: readonly T[], next: T): readonly T[] => {
  if (sent.includes(next)) return sent;
  const [first, , ...later] = sent;
  return sent.length < MAX_UNANSWERED ? [...sent, next] : [first!, ...later, next];
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
  // What neither this machine nor the server has goes with the page.
  useLeaveWarning(useIsKeepingRefused() && !['idle', 'saved'].includes(status.state));
  /** Where that lies until it is a part of what this tab keeps, or the server has it. */
  const takenOver = useRef<string>(undefined);
  const latestSave = useLatest(save);

  const { saver, own } = useMemo(() => {
    const own = newDraftKey(key);
    const saver = createAutosaver<T>({
      keep: async (value) => {
        let isLasting = true;
        if (value === null) await deleteDraft(owner, own);
        else isLasting = await writeDraft({ owner, key: own, value, changedAt: Date.now() });
        if (takenOver.current === undefined) return isLasting;
        await deleteDraft(owner, takenOver.current);
        takenOver.current = undefined;
        return isLasting;
      },
      onKept: tellKept,
      save: (value) => latestSave.current(value),
      onStatus: setStatus,
      isOnline: () => navigator.onLine,
      mayPass,
    });
    return { saver, own };
  }, [owner, key, latestSave]);

  const isRead = useRef(false);
  useEffect(() => {
    // A tab that is shown again goes on with what it has.
    if (isRead.current) return undefined;
    let current = true;
    readNewestDraft<T>(owner, key).then(
      (draft) => {
        if (!current) return;
        isRead.current = true;
        if (draft && draft.key !== own) takenOver.current = draft.key;
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
      underWay.set(key, last);
      void last.finally(() => underWay.get(key) === last && underWay.delete(key));
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
 * Begin with what this machine held, once: a tab that is hidden and shown again runs its effects anew, and must not begin anew with
 * what the server had when it was opened.
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
