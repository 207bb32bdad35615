import { type AssignedExpert, assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { type ExclusionCause, exclusionCauses } from '@zhiping/shared/rules/assignment/excluded-opinion.ts';
import { Form, Input, Select } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';

const causes = Object.entries(exclusionCauses).map(([value, label]) => ({ value, label }));
const schema = assignmentApi.exclude.body;

type Props = { expert: AssignedExpert; onClose: () => void };
type Values = { cause: ExclusionCause; reason: string };

/** Asks a second person to take an opinion out of the count. */
export const ExcludeDialog = ({ expert, onClose }: Props) => {
  const [form] = Form.useForm<Values>();
  const { assignmentId: id, version, name } = expert;
  const { submit, isSending, problem } = useSubmit<Values>(form, async (values) => {
    await call(assignmentApi.exclude, { params: { id }, body: { version, ...values }, quiet: true });
    await refresh(confirmationApi.list);
    notify.success('已提出，等待另一名工作人员复核');
    onClose();
  });
  return (
    <Dialog
      open
      title={`剔除${name}的意见`}
      problem={problem}
      okText="提交复核"
      okButtonProps={{ danger: true }}
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>
        由另一名工作人员同意后，这份意见不计入结果，由其他专家接替评审；意见和两人的姓名留在记录中，并通知监督员。
      </p>
      <Form form={form} name="exclude-opinion" layout="vertical" onFinish={submit}>
        <Field schema={schema} name="cause" label="情形">
          <Select options={causes} />
        </Field>
        <Field
          schema={schema}
          name="reason"
          label="事实与依据"
          extra="请勿写专家或申报人姓名，监督员也会看到"
        >
          <Input.TextArea autoSize={{ minRows: 3 }} />
        </Field>
      </Form>
    </Dialog>
  );
};
