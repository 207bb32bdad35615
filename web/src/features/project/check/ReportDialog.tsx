import { useQuery } from '@tanstack/react-query';
import { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { useState } from 'react';
import { useAction } from '../../../kit/hooks/use-action.ts';
import { Failed, Loading } from '../../../kit/display/states.tsx';
import { CommitmentCheck } from '../../../kit/form/CommitmentCheck.tsx';
import { Dialog } from '../../../kit/layout/Dialog.tsx';
import { useBulkReport } from '../../../kit/list/actions/use-bulk-report.tsx';
import { call } from '../../../lib/api.ts';
import { reading, refresh } from '../../../lib/query-client.ts';
import '../project.css';

type Props = { cycleId: number; ids: readonly number[]; onClose: () => void };

/** Shows the commitment of the employer to agree to, then reports the projects to the office. */
export const ReportDialog = ({ cycleId, ids, onClose }: Props) => {
  const showReport = useBulkReport();
  const { data, error, refetch } = useQuery(reading(projectCheckApi.commitment, { query: { cycleId } }));
  const [agreedTo, setAgreedTo] = useState<number>();
  const text = data?.text ?? null;
  const receiver = data?.body ?? '评审办';

  const send = useAction(async () => {
    if (text && agreedTo !== text.id) throw new Error('请先阅读并同意单位承诺书');
    const report = await call(projectCheckApi.report, {
      body: { ids: [...ids], commitmentId: text?.id ?? null },
      quiet: true,
    });
    showReport(`已向${receiver}报送 ${report.succeeded} 份申报`, report);
    await refresh(projectApi.read, projectListApi.list, projectListApi.stages);
    onClose();
  }, '报送失败，请重试');

  return (
    <Dialog
      open
      width={640}
      title={`报送 ${ids.length} 份申报`}
      problem={send.problem}
      okText={text ? '签署并报送' : '报送'}
      okButtonProps={{ disabled: !data }}
      confirmLoading={send.isPending}
      onCancel={onClose}
      onOk={() => void send.run()}
    >
      <p>
        公示期满且没有未办结异议的申报会报送{receiver}
        {data?.body && '审核，审核通过后由评审办审查资格'}
        ，其余逐份说明原因。评审办开始审查前可以撤回报送。
      </p>
      {error && <Failed what="单位承诺书" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {text && (
        <CommitmentCheck label="单位承诺书" text={text} agreedTo={agreedTo} onAgree={setAgreedTo}>
          我代表单位同意上述承诺
        </CommitmentCheck>
      )}
    </Dialog>
  );
};
