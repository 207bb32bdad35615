import { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import { projectListApi, type ProjectRow } from '@zhiping/shared/contracts/project-list.ts';
import { useConfirm } from '../../../kit/hooks/use-confirm.ts';
import type { BulkAction } from '../../../kit/list/actions/actions.ts';
import { useBulkReport } from '../../../kit/list/actions/use-bulk-report.tsx';
import { call } from '../../../lib/api.ts';
import { refresh } from '../../../lib/query-client.ts';

/** Bulk actions of the office on projects. */
export const useEligibilityActions = (): BulkAction<ProjectRow>[] => {
  const confirm = useConfirm();
  const showReport = useBulkReport();
  const accept = async (rows: readonly ProjectRow[]) => {
    const report = await call(eligibilityApi.acceptClear, {
      body: { ids: rows.map(({ id }) => id), opinion: '经审查，符合本批次申报条件。' },
    });
    showReport(`已判定 ${report.succeeded} 份资格合格`, report);
    await refresh(projectListApi.list, projectListApi.stages);
  };
  return [
    {
      label: '批量判定合格',
      allow: 'project:decide',
      run: (rows) =>
        confirm({
          title: `判定 ${rows.length} 份申报资格合格`,
          consequence:
            '只有已报送、没有任何规则提示的申报会判定合格，其余逐份说明原因。请确认材料的真实性、有效性已经核验。',
          verb: '判定合格',
          act: () => accept(rows),
        }),
    },
  ];
};
