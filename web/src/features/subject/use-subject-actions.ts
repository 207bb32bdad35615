import { subjectApi, type Subject } from '@zhiping/shared/contracts/subject.ts';
import type { BulkAction } from '../../kit/list/actions/actions.ts';
import { useBulkReport } from '../../kit/list/actions/use-bulk-report.tsx';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { call } from '../../lib/api.ts';
import { refresh } from '../../lib/query-client.ts';

/** Bulk actions on subjects besides deleting. */
export const useSubjectActions = (): BulkAction<Subject>[] => {
  const confirm = useConfirm();
  const report = useBulkReport();

  const setEnabled = async (subjects: readonly Subject[], enabled: boolean) => {
    const ids = subjects.map(({ subjectId }) => subjectId);
    const answer = await call(subjectApi.setEnabled, { body: { ids, enabled } });
    await refresh(subjectApi.list);
    report(`${ids.length} 个学科已${enabled ? '启用' : '停用'}`, answer);
  };

  return [
    // A failed call has shown a notification.
    {
      label: '启用',
      allow: 'subject:edit',
      run: (subjects) => void setEnabled(subjects, true).catch(() => {}),
    },
    {
      label: '停用',
      allow: 'subject:edit',
      run: (subjects) =>
        confirm({
          title: `确定停用 ${subjects.length} 个学科吗？`,
          consequence: '停用后不能再选择；已选择这些学科的人员须重新选择。',
          verb: '停用',
          act: () => setEnabled(subjects, false),
        }),
    },
  ];
};
