import { expertPoolApi, type Expert } from '@zhiping/shared/contracts/expert-pool.ts';
import { lazy, Suspense, useState } from 'react';
import { type BulkAction, reasonOf, type RowAction } from '../../kit/actions.ts';
import { useBulkReport } from '../../kit/use-bulk-report.tsx';
import { call } from '../../lib/api.ts';
import { refresh } from '../../lib/query-client.ts';
import { namedExperts, type Deed } from './deeds.ts';
import type { Decision } from './ReasonDialog.tsx';

const ReasonDialog = lazy(() => import('./ReasonDialog.tsx'));

type Asked = { deed: Deed; experts: readonly Expert[] };

const done: Record<Deed, string> = { enable: '已启用', disable: '已停用', rate: '的评级已保存' };

/** What the office does with experts besides editing: each with a reason, for one or for many. */
export const useExpertActions = () => {
  const report = useBulkReport();
  const [asked, setAsked] = useState<Asked>();

  const act = async ({ deed, experts }: Asked, { reason, rating }: Decision) => {
    const ids = experts.map(({ id }) => id);
    const answer =
      deed === 'rate'
        ? await call(expertPoolApi.rateMany, { body: { ids, rating, reason }, quiet: true })
        : await call(expertPoolApi.enableMany, {
            body: { ids, enabled: deed === 'enable', reason },
            quiet: true,
          });
    await refresh(expertPoolApi.list, expertPoolApi.read, expertPoolApi.inspect);
    setAsked(undefined);
    report(`${namedExperts(experts)}${done[deed]}`, answer);
  };

  const rowActions = (expert: Expert): RowAction[] => [
    {
      label: expert.enabled ? '停用' : '启用',
      allow: 'expert:enabled',
      run: () => setAsked({ deed: expert.enabled ? 'disable' : 'enable', experts: [expert] }),
    },
    {
      label: '评级',
      allow: 'expert:rating',
      reason: reasonOf(expert.can.rate),
      run: () => setAsked({ deed: 'rate', experts: [expert] }),
    },
  ];

  const bulkActions: BulkAction<Expert>[] = [
    { label: '启用', allow: 'expert:enabled', run: (experts) => setAsked({ deed: 'enable', experts }) },
    { label: '停用', allow: 'expert:enabled', run: (experts) => setAsked({ deed: 'disable', experts }) },
    { label: '设置评级', allow: 'expert:rating', run: (experts) => setAsked({ deed: 'rate', experts }) },
  ];

  const dialog = asked && (
    <Suspense fallback={null}>
      <ReasonDialog
        {...asked}
        onSend={(decision) => act(asked, decision)}
        onClose={() => setAsked(undefined)}
      />
    </Suspense>
  );

  return { rowActions, bulkActions, dialog };
};
