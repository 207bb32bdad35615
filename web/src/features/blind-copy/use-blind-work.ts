import { blindCopyApi as api } from '@zhiping/shared/contracts/blind-copy.ts';
import { call } from '../../lib/api.ts';
import { refresh, useWrite } from '../../lib/query-client.ts';
import { notify } from '../../lib/notify.ts';

const refreshedReads = [api.read, api.list, api.summary];

/** Actions on a copy. Failed calls have shown a notification. */
export const useBlindWork = (id: number) => {
  const decide = useWrite(api.decide, ...refreshedReads);
  const add = useWrite(api.addMark, ...refreshedReads);
  const remove = useWrite(api.removeMarks, ...refreshedReads);
  const check = useWrite(api.checkPages, ...refreshedReads);
  const cover = useWrite(api.cover, ...refreshedReads);
  const release = useWrite(api.release, ...refreshedReads);
  const withdraw = useWrite(api.withdraw, ...refreshedReads);
  const params = { id };
  const quiet = (work: Promise<unknown>) => void work.catch(() => undefined);
  return {
    isBusy: [decide, add, remove, check, cover, release, withdraw].some(({ isPending }) => isPending),
    cover: (markIds: number[]) => quiet(decide.mutateAsync({ params, body: { markIds, isCovered: true } })),
    keep: (markIds: number[]) => quiet(decide.mutateAsync({ params, body: { markIds, isCovered: false } })),
    /** Quiet: the dialog shows the failure. */
    ignore: async (markIds: number[], reason: string) => {
      await call(api.decide, { params, body: { markIds, isCovered: false, reason }, quiet: true });
      await refresh(...refreshedReads);
    },
    add: (place: Parameters<typeof add.mutateAsync>[0]['body']['place']) =>
      quiet(
        add
          .mutateAsync({ params, body: { place } })
          .then(() => notify.success('已框选，「遮盖并检验」后生效')),
      ),
    remove: (markIds: number[]) => quiet(remove.mutateAsync({ params, body: markIds })),
    check: (pages: number[], isChecked: boolean) =>
      quiet(check.mutateAsync({ params, body: { pages, isChecked } })),
    prove: () => quiet(cover.mutateAsync({ params })),
    release: () =>
      quiet(release.mutateAsync({ params, body: {} }).then(() => notify.success('已放行，评审专家可以看到'))),
    waive: async (waiver: string) => {
      await call(api.release, { params, body: { waiver }, quiet: true });
      await refresh(...refreshedReads);
    },
    withdraw: () => withdraw.mutateAsync({ params }),
  };
};
export type BlindWork = ReturnType<typeof useBlindWork>;
