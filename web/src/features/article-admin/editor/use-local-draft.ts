import { useEffect, useRef, useState } from 'react';
import { deleteDraft, type Draft, readNewestDraft, writeDraft } from '../../../lib/drafts.ts';
import { useKeepsWork } from '../../../lib/kept-work.ts';
import { useUser } from '../../../lib/session-store.ts';

const WRITE_EVERY_MS = 500;

// A browser that keeps nothing, as in a private window, only goes without this help.
const ignore = () => undefined;

/**
 * What is being written, kept on this machine until it is saved or given up: neither the end of the session nor Back
 * loses it. `found` is what an earlier visit left behind.
 */
export const useLocalDraft = <T>(key: string) => {
  const owner = useUser().user.id;
  useKeepsWork();
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
      // Who types on without a pause is kept up with too.
      timer.current ??= setTimeout(() => write(latest.current!), WRITE_EVERY_MS);
    },
    discard: () => {
      stop();
      setFound(null);
      void deleteDraft(owner, key).catch(ignore);
    },
  };
};
