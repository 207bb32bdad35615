import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { Form, Input } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { MomentInput } from '../../kit/form/MomentInput.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { useBulkReport } from '../../kit/list/actions/use-bulk-report.tsx';
import { call } from '../../lib/api.ts';
import { refresh } from '../../lib/query-client.ts';
import { useMapping } from './use-mapping.ts';

type Extended = { expertId: number; name: string; dueAt: string | null };
type Props = { cycleId: number; experts: readonly Extended[]; onClose: () => void };
type Values = { dueAt: string | null; reason: string };

const schema = reviewBoardApi.extend.body;

/** Extends the deadline of these experts; the others keep the end of the round. */
export default function ExtendDialog({ cycleId, experts, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const showReport = useBulkReport();
  const { isHidden } = useMapping(cycleId);
  const [only] = experts;
  const isOne = experts.length === 1;
  const { submit, isSending, problem } = useSubmit<Values>(form, async ({ dueAt, reason }) => {
    const expertIds = experts.map(({ expertId }) => expertId);
    const body = { cycleId, expertIds, dueAt: dueAt ?? '', reason };
    const report = await call(reviewBoardApi.extend, { body, quiet: true });
    await refresh(reviewBoardApi.experts, reviewBoardApi.board, assignmentApi.files, assignmentApi.summary);
    onClose();
    showReport(`已延长 ${report.succeeded} 位专家的期限`, report);
  });
  return (
    <Dialog
      open
      title={isOne ? `延长${only!.name}的评审期限` : `延长 ${experts.length} 位专家的评审期限`}
      problem={problem}
      okText="延长"
      okButtonProps={{ disabled: isHidden }}
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      {isHidden && (
        <p role="alert">
          本批次不显示专家与材料的对应，单独延期会透露谁评哪份材料。请先在送审分配中申请查看对应，经第二人同意后再延期。
        </p>
      )}
      <p>
        {isOne ? '他' : '他们'}
        {'在本批次待交的全部意见都延到新的时间，其他专家的期限不变。专家会收到通知，催办也按新的时间进行。'}
      </p>
      <Form
        form={form}
        name="extend-time"
        layout="vertical"
        initialValues={{ dueAt: null }}
        onFinish={submit}
      >
        <Field
          schema={schema}
          name="dueAt"
          label="新的截止时间"
          extra={isOne && only!.dueAt ? `现在为 ${only!.dueAt}` : undefined}
        >
          <MomentInput label="新的截止时间" ofDay="23:59:59" />
        </Field>
        <Field schema={schema} name="reason" label="延长原因" extra="记入操作日志，专家不会看到">
          <Input.TextArea autoSize={{ minRows: 2 }} />
        </Field>
      </Form>
    </Dialog>
  );
}
