import type { ReviewDesk } from '@zhiping/shared/contracts/review.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import { useEffect, useState } from 'react';
import { deleteDraft, type Draft, readDrafts } from '../../lib/drafts.ts';
import { useUser } from '../../lib/session-store.ts';

export type Base = { version: number; opinion: FilledForm };
/**
 * The opinion as this browser keeps it: the text, the server's version that it is based on, the versions sent without
 * an answer, which the server may have, and the facts to show if the assignment cannot be opened any more.
 */
export type Kept = {
  base: Base;
  opinion: FilledForm;
  sent?: readonly FilledForm[];
  about: Pick<ReviewDesk, 'bagNo'> & Pick<ReviewDesk['cycle'], 'form' | 'scale'>;
};

const PREFIX = 'review-';
const AGAIN_MS = 5000;
export const draftKeyOf = (assignmentId: number) => `${PREFIX}${assignmentId}`;
const assignmentOf = ({ key }: Draft) => Number(/^review-(\d+)/.exec(key)?.[1]);

export type KeptOpinion = Kept & { assignmentId: number; key: string; changedAt: number };

/** Whether the server has the opinion already: it arrived while the page was closing. */
const isStored = ({ opinion }: Kept, stored: FilledForm | undefined) =>
  stored !== undefined && canonicalJson(opinion) === canonicalJson(stored);

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
          ...draft.value,
          assignmentId: assignmentOf(draft),
          key: draft.key,
          changedAt: draft.changedAt,
        }));
        const own = all.filter(({ assignmentId }) => id === undefined || assignmentId === id);
        setKept(own.filter((one) => !isStored(one, stored)));
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
