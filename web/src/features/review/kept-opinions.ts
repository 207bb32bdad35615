import type { ReviewDesk } from '@zhiping/shared/contracts/review.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import { useEffect, useState } from 'react';
import { deleteDraft, type Draft, readDrafts } from '../../lib/drafts.ts';
import type { KeptDraft } from '../../lib/merged-draft.ts';
import { useUser } from '../../lib/session-store.ts';

/** The opinion as this browser keeps it, with the facts to show if the assignment cannot be opened any more. */
export type Kept = KeptDraft<FilledForm> & { about: KeptFacts };
export type KeptFacts = Pick<ReviewDesk, 'bagNo'> & Pick<ReviewDesk['cycle'], 'form' | 'scale'>;

const PREFIX = 'review-';
const AGAIN_MS = 5000;
export const draftKeyOf = (assignmentId: number) => `${PREFIX}${assignmentId}`;
const assignmentOf = ({ key }: Draft) => Number(/^review-(\d+)/.exec(key)?.[1]);

export type KeptOpinion = {
  assignmentId: number;
  key: string;
  changedAt: number;
  about: KeptFacts;
  /** Versions that are not on the server, newest first. */
  versions: readonly FilledForm[];
};

/** Versions of a draft that the server does not have; a draft may have arrived while the page was closing. */
const unstoredIn = ({ value, aside }: Kept, stored: FilledForm | undefined) =>
  [value, ...aside.toReversed()].filter(
    (one) => stored === undefined || canonicalJson(one) !== canonicalJson(stored),
  );

/**
 * Opinions on this device that are not on the server, of one assignment or of all; `stored` is the server's version of
 * that one.
 */
export const useKeptOpinions = (of: { id?: number; stored?: FilledForm } = {}) => {
  const owner = useUser().user.id;
  const [kept, setKept] = useState<readonly KeptOpinion[]>([]);
  const { id, stored } = of;
  useEffect(() => {
    let current = true;
    const read = () =>
      void readDrafts<Kept>(owner, PREFIX).then((drafts) => {
        if (!current) return;
        const all = drafts.map((draft) => ({
          assignmentId: assignmentOf(draft),
          key: draft.key,
          changedAt: draft.changedAt,
          about: draft.value.about,
          versions: unstoredIn(draft.value, stored),
        }));
        const own = all.filter(({ assignmentId }) => id === undefined || assignmentId === id);
        setKept(own.filter(({ versions }) => versions.length > 0));
      });
    read();
    // Polled, since a draft is removed soon after it has reached the server.
    const timer = setInterval(read, AGAIN_MS);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [owner, id, stored]);
  const forget = async (key: string) => {
    await deleteDraft(owner, key).catch(() => undefined);
    setKept((all) => all.filter((one) => one.key !== key));
  };
  return { kept, forget };
};
