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

type Open = { what: 'publicity' | 'report' | 'retract' | 'pass'; rows: readonly ProjectRow[] };

const labels = { publicity: '开始公示', report: '报送', retract: '撤回报送' } as const;

const mayPass = ({ can }: ProjectRow) => can.pass === true;

/** Bulk actions that need a reason. */
const reasonActions = {
  retract: {
    schema: projectCheckApi.retract.body,
    verb: '撤回报送',
    label: '原因',
    consequence:
      '评审办还没有开始审查的申报会撤回到单位公示环节，其余逐份说明原因。主管部门已审核通过的会通知主管部门，再次报送后由其重新审核。',
    done: '已撤回',
  },
  pass: {
    schema: projectCheckApi.pass.body,
    verb: '审核通过',
    label: '审核意见',
    consequence:
      '申报转给下一环节，下一环节会看到您写的审核意见，申报人看不到。不在您审核环节的申报逐份说明原因。',
    done: '已通过',
  },
} as const;

type ReasonActionProps = {
  what: keyof typeof reasonActions;
  rows: readonly ProjectRow[];
  onClose: () => void;
};

const send = (what: keyof typeof reasonActions, rows: readonly ProjectRow[], reason: string) =>
  what === 'pass'
    ? call(projectCheckApi.pass, { body: { ids: rows.map(({ id }) => id), reason }, quiet: true })
    : call(projectCheckApi.retract, {
        body: { rows: rows.map(({ id, version }) => ({ id, version })), reason },
        quiet: true,
      });

const ReasonActionDialog = ({ what, rows, onClose }: ReasonActionProps) => {
  const { schema, verb, label, consequence, done } = reasonActions[what];
  const showReport = useBulkReport();
  return (
    <ReasonDialog
      title={`${verb}：${rows.length} 份申报`}
      verb={verb}
      label={label}
      consequence={consequence}
      schema={schema}
      act={async (reason) => {
        const report = await send(what, rows, reason);
        showReport(`${done} ${report.succeeded} 份申报`, report);
        await refresh(projectApi.read, projectListApi.list, projectListApi.stages);
      }}
      onClose={onClose}
    />
  );
};

/** Bulk actions of a school, college or supervising body on its projects, and the dialog of the open action. */
export const useSchoolActions = (): { bulkActions: BulkAction<ProjectRow>[]; dialog: ReactNode } => {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const begin = (what: Open['what']) => (rows: readonly ProjectRow[]) => {
    if (new Set(rows.map(({ cycleId }) => cycleId)).size > 1) notify.warning('请选择同一批次的申报');
    else setOpen({ what, rows });
  };
  const allow = 'project:check' as const;
  const bulkActions: BulkAction<ProjectRow>[] = [
    { label: '审核通过', allow, run: begin('pass'), fits: (rows) => rows.some(mayPass) },
    ...(['publicity', 'report', 'retract'] as const).map((what) => ({
      label: labels[what],
      allow,
      run: begin(what),
      fits: (rows: readonly ProjectRow[]) => !rows.every(mayPass),
    })),
  ];
  const ids = open?.rows.map(({ id }) => id) ?? [];
  const dialogs: Record<Open['what'], () => ReactNode> = {
    publicity: () => <StartPublicity ids={ids} onClose={close} />,
    report: () => <ReportDialog ids={ids} cycleId={open!.rows[0]!.cycleId} onClose={close} />,
    retract: () => <ReasonActionDialog what="retract" rows={open!.rows} onClose={close} />,
    pass: () => <ReasonActionDialog what="pass" rows={open!.rows} onClose={close} />,
  };
  return { bulkActions, dialog: open && <Suspense>{dialogs[open.what]()}</Suspense> };
};
