import { type AssignedExpert, assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { Form, Input } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { MomentInput } from '../../kit/form/MomentInput.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { call } from '../../lib/api.ts';

type Props = { expert: AssignedExpert; onClose: () => void; onDone: () => Promise<unknown> };
type Values = { reason: string; dueAt: string | null };

/** Returns an opinion for correction, with a deadline of its own where the usual one is over. */
export const ReturnDialog = ({ expert, onClose, onDone }: Props) => {
  const [form] = Form.useForm<Values>();
  const { assignmentId: id, version, name, dueAt: until } = expert;
  const { submit, isSending, problem } = useSubmit<Values>(form, async ({ reason, dueAt }) => {
    await call(assignmentApi.return, { params: { id }, body: { version, reason, dueAt }, quiet: true });
    await onDone();
    onClose();
  });
  return (
    <Dialog
      open
      title={`退回${name}的意见`}
      problem={problem}
      okText="退回"
      okButtonProps={{ danger: true }}
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        name="return-opinion"
        layout="vertical"
        initialValues={{ dueAt: null }}
        onFinish={submit}
      >
        <Field schema={assignmentApi.return.body} name="reason" label="退回原因" extra="专家会看到这段话">
          <Input.TextArea autoSize={{ minRows: 3 }} />
        </Field>
        <Field
          schema={assignmentApi.return.body}
          name="dueAt"
          label="修改截止时间"
          extra={until ? `不填时仍为 ${until}` : undefined}
        >
          <MomentInput label="修改截止时间" ofDay="23:59:59" />
        </Field>
      </Form>
    </Dialog>
  );
};
