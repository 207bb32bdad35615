import { useQuery } from '@tanstack/react-query';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import {
  type ExpertProgress,
  type Reminder,
  reviewBoardApi,
} from '@zhiping/shared/contracts/review-board.ts';
import { Form, Segmented } from 'antd';
import { useState } from 'react';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { useAction } from '../../kit/hooks/use-action.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { useBulkReport } from '../../kit/list/actions/use-bulk-report.tsx';
import { call } from '../../lib/api.ts';
import { reading, refresh } from '../../lib/query-client.ts';
import { ExtendForm, type Extension } from './ExtendForm.tsx';
import { RemindLetters } from './RemindLetters.tsx';
import { useMapping } from './use-mapping.ts';

const modes = { remind: '催办', extend: '延期' } as const;
export type RemindMode = keyof typeof modes;

export type Reminded = Pick<ExpertProgress, 'expertId' | 'name' | 'dueAt'> &
  Partial<Pick<ExpertProgress, 'request'>>;
type Props = { cycleId: number; experts: readonly Reminded[]; start: RemindMode; onClose: () => void };

const idsOf = (reminders: readonly Reminder[]) => reminders.map(({ expertId }) => expertId);

/** Experts who have nothing open are left out of both: that is no failure. */
const leftOutWords = (leftOut: number) => (leftOut > 0 ? `，另有 ${leftOut} 位没有待交的意见` : '');

/** Reminds experts whose opinions are awaited, or gives them more time. */
export const RemindDialog = ({ cycleId, experts, start, onClose }: Props) => {
  const [mode, setMode] = useState(start);
  const showReport = useBulkReport();
  const { isHidden } = useMapping(cycleId);
  const [form] = Form.useForm<Extension>();
  const { data, error, refetch } = useQuery(
    reading(reviewBoardApi.reminders, {
      body: { cycleId, expertIds: experts.map(({ expertId }) => expertId) },
    }),
  );
  const reminded = data?.filter(({ denial }) => denial === null) ?? [];
  const extended = data?.filter(({ open }) => open > 0) ?? [];
  const leftOut = leftOutWords((data?.length ?? 0) - extended.length);

  const remind = useAction(async () => {
    const body = { cycleId, expertIds: idsOf(reminded) };
    const report = await call(reviewBoardApi.remind, { body, quiet: true });
    await refresh(reviewBoardApi.experts, reviewBoardApi.reminders);
    onClose();
    showReport(`已催办 ${report.succeeded} 位专家${leftOut}`, report);
  }, '催办失败，请重试');
  const extend = useSubmit<Extension>(form, async ({ dueAt, reason }) => {
    const body = { cycleId, expertIds: idsOf(extended), dueAt: dueAt ?? '', reason };
    const report = await call(reviewBoardApi.extend, { body, quiet: true });
    await refresh(
      reviewBoardApi.experts,
      reviewBoardApi.reminders,
      reviewBoardApi.board,
      assignmentApi.files,
      assignmentApi.summary,
    );
    onClose();
    showReport(`已延长 ${report.succeeded} 位专家的期限${leftOut}`, report);
  });

  const isReminding = mode === 'remind';
  const [only] = experts.length === 1 ? experts : [];
  const some = data && reminded.length < experts.length;
  const okText = isReminding ? `催办${some ? `其中 ${reminded.length} 位` : ''}` : '延长';
  const count = isReminding ? reminded.length : extended.length;
  const cannotExtend = !isReminding && isHidden;
  return (
    <Dialog
      open
      width={640}
      title={
        isReminding
          ? `催办 ${experts.length} 位专家`
          : `延长${only ? only.name : ` ${experts.length} 位专家`}的评审期限`
      }
      problem={isReminding ? remind.problem : extend.problem}
      okText={okText}
      okButtonProps={{ disabled: count === 0 || cannotExtend }}
      confirmLoading={remind.isPending || extend.isSending}
      onCancel={onClose}
      onOk={() => (isReminding ? void remind.run() : form.submit())}
    >
      <Segmented
        className="remind-mode"
        aria-label="催办或延期"
        value={mode}
        options={Object.entries(modes).map(([value, label]) => ({ value, label }))}
        onChange={(value) => setMode(value as RemindMode)}
      />
      {error && <Failed what="待交的意见" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && isReminding && <RemindLetters reminders={data} onExtend={() => setMode('extend')} />}
      {cannotExtend && (
        <p role="alert">
          本批次不显示对应关系，单独延期会泄露对应关系。请先在「送审分配」申请查看，同意后再延期。
        </p>
      )}
      {data && !isReminding && extended.length === 0 && <p>没有待交的意见，不需要延期。</p>}
      {data && !isReminding && extended.length > 0 && (
        <ExtendForm form={form} expert={only} onFinish={extend.submit} />
      )}
    </Dialog>
  );
};
