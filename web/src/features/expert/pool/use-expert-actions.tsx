import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { expertPoolApi, type Expert } from '@zhiping/shared/contracts/expert-pool.ts';
import { lazy, Suspense, useState } from 'react';
import { type BulkAction, type RowAction } from '../../../kit/list/actions/actions.ts';
import { useBulkReport } from '../../../kit/list/actions/use-bulk-report.tsx';
import { call } from '../../../lib/api.ts';
import { refresh } from '../../../lib/query-client.ts';
import { namedExperts, type ExpertAction } from './expert-action.ts';
import type { Decision } from './ReasonDialog.tsx';

const ReasonDialog = lazy(() => import('./ReasonDialog.tsx'));

type Asked = { action: ExpertAction; experts: readonly Expert[] };

const done: Record<ExpertAction, string> = { enable: '已启用', disable: '已停用', rate: '的评级已保存' };

/** Actions of the office on experts besides editing: each with a reason, for one or many. */
export const useExpertActions = () => {
  const report = useBulkReport();
  const [asked, setAsked] = useState<Asked>();

  const act = async ({ action, experts }: Asked, { reason, rating }: Decision) => {
    const ids = experts.map(({ id }) => id);
    const answer =
      action === 'rate'
        ? await call(expertPoolApi.rateMany, { body: { ids, rating, reason }, quiet: true })
        : await call(expertPoolApi.enableMany, {
            body: { ids, enabled: action === 'enable', reason },
            quiet: true,
          });
    await refresh(expertPoolApi.list, expertPoolApi.read, expertPoolApi.inspect);
    setAsked(undefined);
    report(`${namedExperts(experts)}${done[action]}`, answer);
  };

  const rowActions = (expert: Expert): RowAction[] => [
    {
      label: expert.enabled ? '停用' : '启用',
      allow: 'expert:enabled',
      run: () => setAsked({ action: expert.enabled ? 'disable' : 'enable', experts: [expert] }),
    },
    {
      label: '评级',
      allow: 'expert:rating',
      reason: reasonOf(expert.can.rate),
      run: () => setAsked({ action: 'rate', experts: [expert] }),
    },
  ];

  const bulkActions: BulkAction<Expert>[] = [
    { label: '启用', allow: 'expert:enabled', run: (experts) => setAsked({ action: 'enable', experts }) },
    { label: '停用', allow: 'expert:enabled', run: (experts) => setAsked({ action: 'disable', experts }) },
    { label: '设置评级', allow: 'expert:rating', run: (experts) => setAsked({ action: 'rate', experts }) },
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
