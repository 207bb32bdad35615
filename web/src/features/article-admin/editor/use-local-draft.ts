import { useEffect, useRef, useState } from 'react';
import { deleteDraft, type Draft, newDraftKey, readNewestDraft, writeDraft } from '../../../lib/drafts.ts';
import { useMarksLocalDrafts } from '../../../lib/draft-storage-state.ts';
import { useUser } from '../../../lib/session-store.ts';

const WRITE_EVERY_MS = 500;

// Browsers without storage, such as private windows, work without drafts.
const ignore = () => undefined;

/**
 * Keeps unsaved input in this browser until it is saved or discarded; it survives the end of the session and Back.
 * `found` is the draft of an earlier visit. It has a key of its own, so that new input does not overwrite it before the
 * user has chosen.
 */
export const useLocalDraft = <T>(key: string) => {
  const owner = useUser().user.id;
  useMarksLocalDrafts();
  const [own] = useState(() => newDraftKey(key));
  const [found, setFound] = useState<Draft<T> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef<T>(undefined);

  const isRead = useRef(false);
  useEffect(() => {
    // A tab that is shown again keeps the choice.
    if (isRead.current) return;
    isRead.current = true;
    readNewestDraft<T>(owner, key).then((draft) => draft?.key !== own && setFound(draft), ignore);
  }, [owner, key, own]);

  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const write = async (value: T) => {
    stop();
    await writeDraft({ owner, key: own, value, changedAt: Date.now() });
  };
  const remove = (one: string | undefined) => {
    if (one !== undefined) void deleteDraft(owner, one).catch(ignore);
  };

  return {
    found,
    keep: (value: T) => {
      latest.current = value;
      // The timer is not restarted, so that drafts are also written while the user types without a pause.
      timer.current ??= setTimeout(() => void write(latest.current!).catch(ignore), WRITE_EVERY_MS);
    },
    /** Continues from the found draft. */
    restore: (value: T) => {
      void write(value).then(() => remove(found?.key), ignore);
      setFound(null);
    },
    discardFound: () => {
      remove(found?.key);
      setFound(null);
    },
    /** Discards the input of this visit; a found draft stays until it is restored or discarded. */
    discard: () => {
      stop();
      remove(own);
    },
  };
};
