import { useEffect, useState } from 'react';
import { deleteDraft, readNewestDraft, writeDraft } from './drafts.ts';
import { useKeepsWork } from './kept-work.ts';
import { useUser } from './session-store.ts';

/**
 * What is typed here and sent as a whole later: kept on this machine until it is sent or thrown away, so that whoever leaves the page
 * finds it again. `stamp` names what it is about; what was typed about something older is forgotten.
 */
export const useLocalDraft = <T>(key: string, stamp: string | number, empty: T) => {
  const owner = useUser().user.id;
  const [value, setValue] = useState(empty);
  useKeepsWork();
  useEffect(() => {
    let current = true;
    // A full or forbidden disk only means that nothing is found again.
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
