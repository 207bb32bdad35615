import { conflictApi as api, type ConflictRow } from '@zhiping/shared/contracts/conflict.ts';
import { type PinnedSeverity, pinnedSeverities } from '@zhiping/shared/rules/conflict/kinds.ts';
import { Form, Input, Radio } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refreshConflicts } from './refresh-conflicts.ts';

type Values = { pinned: PinnedSeverity; reason: string };

const options = Object.entries(pinnedSeverities).map(([value, label]) => ({ value, label }));

/** Pins another severity than the computed one, with a reason. */
export const PinDialog = ({ row, onClose }: { row: ConflictRow; onClose: () => void }) => {
  const [form] = Form.useForm<Values>();
  const { submit, isSending, problem } = useSubmit<Values>(form, async (body) => {
    const isLifting = row.effective === 'block' && body.pinned !== 'block';
    await call(isLifting ? api.lift : api.pin, { params: { id: row.id }, body, quiet: true });
    notify.success(isLifting ? '已提出，须由他人复核' : '人工判定已保存');
    await refreshConflicts();
    onClose();
  });
  return (
    <Dialog
      open
      title={`专家${row.expertName}与申报人${row.applicantName}`}
      problem={problem}
      okText="保存判定"
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>{row.evidence}</p>
      <p className="soft">
        人工判定优先于计算的结果，重新计算后仍然有效，理由留痕。解除必须回避的，由他人复核后生效。
      </p>
      <Form
        form={form}
        name="pin"
        layout="vertical"
        onFinish={submit}
        initialValues={{ pinned: row.pinned ?? undefined, reason: row.pinReason ?? undefined }}
      >
        <Field schema={api.pin.body} name="pinned" label="如何处理" emptyMessage="请选择如何处理">
          <Radio.Group options={options} />
        </Field>
        <Field schema={api.pin.body} name="reason" label="理由">
          <Input.TextArea autoSize={{ minRows: 3 }} />
        </Field>
      </Form>
    </Dialog>
  );
};
