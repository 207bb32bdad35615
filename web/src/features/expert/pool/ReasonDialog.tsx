import type { Expert } from '@zhiping/shared/contracts/expert-pool.ts';
import { reason, rating } from '@zhiping/shared/contracts/expert-write.ts';
import { Form, Input, Radio } from 'antd';
import { z } from 'zod';
import { Dialog } from '../../../kit/layout/Dialog.tsx';
import { Field } from '../../../kit/form/Field.tsx';
import { useSubmit } from '../../../kit/form/use-submit.ts';
import { namedExperts, type ExpertAction } from './expert-action.ts';

const DecisionForm = z.object({ reason, rating });
export type Decision = z.output<typeof DecisionForm>;

type Words = { verb: string; titleOf: (named: string) => string; consequence: string };

const words: Record<ExpertAction, Words> = {
  enable: {
    verb: '启用',
    titleOf: (named) => `启用${named}`,
    consequence: '启用后进入专家库，可以被抽取。',
  },
  disable: {
    verb: '停用',
    titleOf: (named) => `停用${named}`,
    consequence: '停用后不再参加抽取，不能登录，已登录的会话立即结束。',
  },
  rate: {
    verb: '设置评级',
    titleOf: (named) => `设置${named}的评级`,
    consequence: '评级为 0 的专家不会被抽取。评级和原因计入历史。',
  },
};

const ratingOptions = [0, 1, 2, 3, 4, 5].map((value) => ({ value, label: String(value) }));

type Props = {
  action: ExpertAction;
  experts: readonly Expert[];
  onSend: (decision: Decision) => Promise<void>;
  onClose: () => void;
};

/** Asks for the reason of an action on experts; it is kept in their history. */
export default function ReasonDialog({ action, experts, onSend, onClose }: Props) {
  const [form] = Form.useForm<Decision>();
  const { submit, isSending, problem } = useSubmit(form, onSend);
  const { verb, titleOf, consequence } = words[action];
  return (
    <Dialog
      open
      title={titleOf(namedExperts(experts))}
      okText={verb}
      okButtonProps={{ danger: action === 'disable' }}
      confirmLoading={isSending}
      problem={problem}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>{consequence}</p>
      <Form form={form} layout="vertical" onFinish={submit}>
        {action === 'rate' && (
          <Field
            schema={DecisionForm}
            name="rating"
            label="评级"
            emptyMessage="请选择评级"
            initialValue={experts.length === 1 ? experts[0]!.rating : undefined}
          >
            <Radio.Group options={ratingOptions} />
          </Field>
        )}
        <Field schema={DecisionForm} name="reason" label="原因" emptyMessage="请输入原因">
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 5 }} />
        </Field>
      </Form>
    </Dialog>
  );
}
