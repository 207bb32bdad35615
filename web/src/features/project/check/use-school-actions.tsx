import { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { projectListApi, type ProjectRow } from '@zhiping/shared/contracts/project-list.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ReasonDialog } from '../../../kit/form/ReasonDialog.tsx';
import type { BulkAction } from '../../../kit/list/actions/actions.ts';
import { useBulkReport } from '../../../kit/list/actions/use-bulk-report.tsx';
import { call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { refresh } from '../../../lib/query-client.ts';

const StartPublicity = lazy(() => import('../publicity/StartPublicity.tsx'));
const ReportDialog = lazy(async () => ({ default: (await import('./ReportDialog.tsx')).ReportDialog }));

type Open = { what: 'publicity' | 'report' | 'retract'; rows: readonly ProjectRow[] };

/** What a school does with many of its applications at once, and the dialog in which it does so. */
export const useSchoolActions = (): { bulkActions: BulkAction<ProjectRow>[]; dialog: ReactNode } => {
  const tell = useBulkReport();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const begin = (what: Open['what']) => (rows: readonly ProjectRow[]) => {
    if (new Set(rows.map(({ cycleId }) => cycleId)).size > 1) notify.warning('请选择同一批次的申报');
    else setOpen({ what, rows });
  };
  const bulkActions: BulkAction<ProjectRow>[] = [
    { label: '开始公示', allow: 'project:check', run: begin('publicity') },
    { label: '报送', allow: 'project:check', run: begin('report') },
    { label: '撤回报送', allow: 'project:check', run: begin('retract') },
  ];
  const ids = open?.rows.map(({ id }) => id) ?? [];
  const dialogs: Record<Open['what'], () => ReactNode> = {
    publicity: () => <StartPublicity ids={ids} onClose={close} />,
    report: () => <ReportDialog ids={ids} cycleId={open!.rows[0]!.cycleId} onClose={close} />,
    retract: () => (
      <ReasonDialog
        title={`撤回 ${ids.length} 份报送`}
        verb="撤回报送"
        consequence="评审办还没有开始审查的申报会撤回到单位公示环节，其余逐份说明原因。"
        schema={projectCheckApi.retract.body}
        act={async (reason) => {
          const report = await call(projectCheckApi.retract, { body: { ids, reason }, quiet: true });
          tell(`已撤回 ${report.succeeded} 份报送`, report);
          await refresh(projectApi.read, projectListApi.list, projectListApi.stages);
        }}
        onClose={close}
      />
    ),
  };
  return { bulkActions, dialog: open && <Suspense>{dialogs[open.what]()}</Suspense> };
};
