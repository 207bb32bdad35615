import { useEffect, useRef, useState } from 'react';
import { deleteDraft, type Draft, readNewestDraft, writeDraft } from '../../../lib/drafts.ts';
import { useMarksLocalDrafts } from '../../../lib/draft-storage-state.ts';
import { useUser } from '../../../lib/session-store.ts';

const WRITE_EVERY_MS = 500;

// Browsers without storage, such as private windows, work without drafts.
const ignore = () => undefined;

/**
 * Keeps unsaved input in this browser until it is saved or discarded; it survives the end of the session and Back.
 * `found` is the draft of an earlier visit.
 */
export const useLocalDraft = <T>(key: string) => {
  const owner = useUser().user.id;
  useMarksLocalDrafts();
  const [found, setFound] = useState<Draft<T> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef<T>(undefined);

  useEffect(() => {
    readNewestDraft<T>(owner, key).then(setFound, ignore);
  }, [owner, key]);

  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const write = (value: T) => {
    stop();
    void writeDraft({ owner, key, value, changedAt: Date.now() }).catch(ignore);
  };

  return {
    found,
    dismiss: () => setFound(null),
    keep: (value: T) => {
      latest.current = value;
      // The timer is not restarted, so that drafts are also written while the user types without a pause.
      timer.current ??= setTimeout(() => write(latest.current!), WRITE_EVERY_MS);
    },
    discard: () => {
      stop();
      setFound(null);
      void deleteDraft(owner, key).catch(ignore);
    },
  };
};
