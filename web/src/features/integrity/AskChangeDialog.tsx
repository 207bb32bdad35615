import {
  IntegrityChange,
  integrityApi,
  IntegrityRemoval,
  type IntegrityRow,
} from '@zhiping/shared/contracts/integrity.ts';
import { Form, Input } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import IntegrityFields from './IntegrityFields.tsx';

type Values = { since: string; reason: string; basis: string; why: string };
type Props = { row: IntegrityRow; isRemoval: boolean; onClose: () => void };

/** Asks a second person to change an entry, or to take it back. */
export default function AskChangeDialog({ row, isRemoval, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const { id, version, name, since, reason, basis } = row;
  const isExpert = row.role === 'expert';
  const { submit, isSending, problem } = useSubmit<Values>(form, async ({ why, ...values }) => {
    const params = { id };
    if (isRemoval) await call(integrityApi.askRemoval, { params, body: { version, why }, quiet: true });
    else await call(integrityApi.askChange, { params, body: { ...values, version, why }, quiet: true });
    notify.success(`已提出，他人复核后${isRemoval ? '撤销' : '更改'}`);
    onClose();
  });
  return (
    <Dialog
      open
      title={`${isRemoval ? '撤销' : '更改'}${name}的失信记录`}
      problem={problem}
      okText="提请复核"
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>
        复核以前仍按原记录执行。
        {isExpert &&
          (isRemoval ? '专家因这条记录离开专家库的，撤销后恢复。' : '记录期已满的专家由评审办决定是否恢复。')}
      </p>
      <Form
        form={form}
        name="ask-integrity"
        layout="vertical"
        initialValues={{ since, reason, basis }}
        onFinish={submit}
      >
        {!isRemoval && <IntegrityFields row={row} />}
        <Field schema={isRemoval ? IntegrityRemoval : IntegrityChange} name="why" label="原因">
          <Input.TextArea autoSize={{ minRows: 2 }} />
        </Field>
      </Form>
    </Dialog>
  );
}
