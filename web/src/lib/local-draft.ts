import { useEffect, useRef, useState } from 'react';
import { deleteDraft, readNewestDraft, writeDraft } from './drafts.ts';
import { useMarksLocalDrafts } from './draft-storage-state.ts';
import { useUser } from './session-store.ts';
import { useLatest } from './use-latest.ts';

type Change<T> = (before: T) => T;

/**
 * Typed text that is sent as a whole later: stored on this machine until `clear`, so that it is restored after the page
 * was left. `stamp` identifies the version that it is about; a draft with another stamp is ignored, and a new stamp
 * starts with `empty`.
 */
export const useLocalDraft = <T>(key: string, stamp: string | number, empty: T) => {
  const owner = useUser().user.id;
  const about = `${owner}/${key}/${stamp}`;
  const [shown, setShown] = useState({ about, value: empty });
  const value = shown.about === about ? shown.value : empty;
  /** Changes before the stored draft is read, which are applied to it then; null after that. */
  const reading = useRef<{ about: string; early: Change<T>[] | null }>({ about, early: [] });
  useMarksLocalDrafts();
  const write = (typed: T) => {
    setShown({ about, value: typed });
    writeDraft({ owner, key, value: { stamp, typed }, changedAt: Date.now() }).catch(() => undefined);
  };
  const latest = useLatest({ write, empty });
  useEffect(() => {
    if (reading.current.about !== about) reading.current = { about, early: [] };
    const own = reading.current;
    // A tab that is shown again keeps its text.
    if (own.early === null) return undefined;
    let current = true;
    const begin = (stored: T | undefined) => {
      if (!current || own.early === null) return;
      const { early } = own;
      own.early = null;
      const found = stored ?? latest.current.empty;
      if (early.length > 0) latest.current.write(early.reduce((typed, change) => change(typed), found));
      else setShown({ about, value: found });
    };
    readNewestDraft<{ stamp: string | number; typed: T }>(owner, key).then(
      (draft) => begin(draft?.value.stamp === stamp ? draft.value.typed : undefined),
      // If storage is forbidden, nothing is restored.
      () => begin(undefined),
    );
    return () => {
      current = false;
    };
  }, [owner, key, stamp, about, latest]);
  return {
    value,
    change: (change: Change<T>) => {
      const { early } = reading.current;
      if (early === null) write(change(value));
      else {
        early.push(change);
        setShown({ about, value: change(value) });
      }
    },
    clear: () => {
      reading.current.early = null;
      setShown({ about, value: empty });
      deleteDraft(owner, key).catch(() => undefined);
    },
  };
};
