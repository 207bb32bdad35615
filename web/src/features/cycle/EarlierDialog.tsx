import { type Cycle, cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { EARLIER_END_DAYS, endNames, type WindowEnd } from '@zhiping/shared/rules/cycle/edits.ts';
import { Form, Input, Select } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { MomentInput } from '../../kit/form/MomentInput.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

type Values = { end: WindowEnd; at: string; reason: string };

const schema = cycleApi.bringForward.body;

/** Asks a second person to bring an end of a published cycle forward. */
export const EarlierDialog = ({ cycle, onClose }: { cycle: Cycle; onClose: () => void }) => {
  const [form] = Form.useForm<Values>();
  const { submit, isSending, problem } = useSubmit<Values>(form, async (values) => {
    const { id, version } = cycle;
    await call(cycleApi.bringForward, { params: { id }, body: { version, ...values }, quiet: true });
    notify.success('已提出，须由他人复核');
    onClose();
  });
  const options = Object.entries(endNames).map(([value, label]) => ({
    value,
    label: `${label}（现在 ${cycle[value as WindowEnd] ?? '未设'}）`,
  }));
  return (
    <Dialog
      open
      title="提前截止"
      problem={problem}
      okText="提交复核"
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>
        延后可以直接修改；提前或增设截止时间，至少留出 {EARLIER_END_DAYS}{' '}
        个工作日，由另一名工作人员复核后生效。单独延期的专家不受影响。
      </p>
      <Form form={form} name="earlier" layout="vertical" onFinish={submit}>
        <Field schema={schema} name="end" label="截止时间">
          <Select options={options} />
        </Field>
        <Field schema={schema} name="at" label="提前到">
          <MomentInput label="提前到" ofDay="23:59:59" />
        </Field>
        <Field schema={schema} name="reason" label="原因">
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} />
        </Field>
      </Form>
    </Dialog>
  );
};
