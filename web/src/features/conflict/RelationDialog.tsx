import { conflictApi as api, RelationWrite } from '@zhiping/shared/contracts/conflict.ts';
import { type RelationKind, relationKinds } from '@zhiping/shared/rules/conflict/kinds.ts';
import { Form, Input, Radio } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refreshConflicts } from './refresh-conflicts.ts';

type Values = { kind: RelationKind; name?: string; unit?: string; reason: string };
type Props = { expert: { id: number; name: string }; onClose: () => void };

const options = Object.entries(relationKinds).map(([value, label]) => ({ value, label }));

/** Adds a relation: a person or unit whose projects an expert must not review. */
export const RelationDialog = ({ expert, onClose }: Props) => {
  const [form] = Form.useForm<Values>();
  const kind = Form.useWatch('kind', form);
  const { submit, isSending, problem } = useSubmit<Values>(form, async ({ name, ...values }) => {
    const body = { ...values, expertId: expert.id, name: values.kind === 'unit' ? undefined : name };
    await call(api.declare, { body, quiet: true });
    notify.success('利害关系已登记，回避随即更新');
    await refreshConflicts();
    onClose();
  });
  return (
    <Dialog
      open
      title={`登记专家${expert.name}的利害关系`}
      problem={problem}
      okText="登记"
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className="soft">姓名与单位都与申报人相符的必须回避；只有姓名相符的作提示。</p>
      <Form form={form} name="relation" layout="vertical" onFinish={submit}>
        <Field schema={RelationWrite} name="kind" label="关系" emptyMessage="请选择关系">
          <Radio.Group options={options} />
        </Field>
        {kind !== 'unit' && (
          <Field schema={RelationWrite} name="name" label="姓名" required>
            <Input />
          </Field>
        )}
        <Field schema={RelationWrite} name="unit" label="单位" required={kind === 'unit'}>
          <Input placeholder="按学校登记的名称填写，如 天津大学" />
        </Field>
        <Field schema={RelationWrite} name="reason" label="说明">
          <Input.TextArea autoSize={{ minRows: 2 }} />
        </Field>
      </Form>
    </Dialog>
  );
};
