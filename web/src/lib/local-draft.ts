import { useEffect, useState } from 'react';
import { deleteDraft, readNewestDraft, writeDraft } from './drafts.ts';
import { useMarksLocalDrafts } from './draft-storage-state.ts';
import { useUser } from './session-store.ts';

/**
 * Typed text that is sent as a whole later: stored on this machine until `clear`, so that it is restored after the page
 * was left. `stamp` identifies the version that it is about; a draft with another stamp is ignored.
 */
export const useLocalDraft = <T>(key: string, stamp: string | number, empty: T) => {
  const owner = useUser().user.id;
  const [value, setValue] = useState(empty);
  useMarksLocalDrafts();
  useEffect(() => {
    let current = true;
    // If storage is full or forbidden, nothing is restored.
    readNewestDraft<{ stamp: string | number; typed: T }>(owner, key)
      .then((draft) => {
        if (current && draft?.value.stamp === stamp) setValue(draft.value.typed);
      })
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [owner, key, stamp]);
  return {
    value,
    change: (typed: T) => {
      setValue(typed);
      writeDraft({ owner, key, value: { stamp, typed }, changedAt: Date.now() }).catch(() => undefined);
    },
    clear: () => {
      setValue(empty);
      deleteDraft(owner, key).catch(() => undefined);
    },
  };
};
