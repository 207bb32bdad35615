import {
  type Objection,
  objectionVerdicts,
  type Publicity,
  publicityApi,
} from '@zhiping/shared/contracts/publicity.ts';
import { Form, Input, Radio, Select } from 'antd';
import { DayInput } from '../../../kit/form/DayInput.tsx';
import { Field } from '../../../kit/form/Field.tsx';
import { useSubmit } from '../../../kit/form/use-submit.ts';
import { Dialog } from '../../../kit/layout/Dialog.tsx';
import { call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { refresh } from '../../../lib/query-client.ts';

const { object, answer } = publicityApi;
type New = {
  projectId: number;
  name: string;
  contact?: string;
  content: string;
  evidence?: string;
  receivedOn: string;
};

/** Records an objection. */
export const NewObjection = ({ publicity, onClose }: { publicity: Publicity; onClose: () => void }) => {
  const [form] = Form.useForm<New>();
  const { submit, isSending, problem } = useSubmit<New>(form, async (values) => {
    await call(object, { params: { id: publicity.id }, body: values, quiet: true });
    notify.success('异议已登记');
    await refresh(publicityApi.read, publicityApi.list);
    onClose();
  });
  return (
    <Dialog
      open
      width={640}
      title="登记异议"
      problem={problem}
      okText="登记"
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>异议办结前，被反映人的申报不能报送，其他人不受影响。申报人看不到异议人和异议内容。</p>
      <Form form={form} name="objection" layout="vertical" onFinish={submit}>
        <Field schema={object.body} name="projectId" label="被反映人" emptyMessage="请选择被反映人">
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={publicity.people.map(({ projectId, name, department }) => ({
              value: projectId,
              label: `${name}（${department}）`,
            }))}
          />
        </Field>
        <Field schema={object.body} name="name" label="异议人">
          <Input />
        </Field>
        <Field schema={object.body} name="contact" label="异议人联系方式">
          <Input />
        </Field>
        <Field schema={object.body} name="content" label="异议内容">
          <Input.TextArea autoSize={{ minRows: 3 }} />
        </Field>
        <Field schema={object.body} name="evidence" label="证据材料">
          <Input.TextArea autoSize={{ minRows: 2 }} placeholder="写明收到了哪些证据，存放在何处" />
        </Field>
        <Field schema={object.body} name="receivedOn" label="收到日期">
          <DayInput />
        </Field>
      </Form>
    </Dialog>
  );
};

type Answered = { verdict: keyof typeof objectionVerdicts; answer: string };

/** Records how an objection ended. */
export const AnswerObjection = ({ objection, onClose }: { objection: Objection; onClose: () => void }) => {
  const { id, version, personName } = objection;
  const [form] = Form.useForm<Answered>();
  const { submit, isSending, problem } = useSubmit<Answered>(form, async (values) => {
    await call(answer, { params: { id }, body: { version, ...values }, quiet: true });
    notify.success('异议已办结');
    await refresh(publicityApi.read, publicityApi.list);
    onClose();
  });
  return (
    <Dialog
      open
      width={560}
      title={`办结对${personName}的异议`}
      problem={problem}
      okText="办结"
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>办结后不能再改。异议成立的，不能报送，请退回修改或不予推荐。</p>
      <Form form={form} name="objection" layout="vertical" onFinish={submit}>
        <Field schema={answer.body} name="verdict" label="核实结论" emptyMessage="请选择核实结论">
          <Radio.Group
            options={Object.entries(objectionVerdicts).map(([value, label]) => ({
              value,
              label: `异议${label}`,
            }))}
          />
        </Field>
        <Field schema={answer.body} name="answer" label="核实与答复">
          <Input.TextArea autoSize={{ minRows: 3 }} />
        </Field>
      </Form>
    </Dialog>
  );
};
