import { type ExpertProgress, reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { Form, type FormInstance, Input } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { MomentInput } from '../../kit/form/MomentInput.tsx';

export type Extension = { dueAt: string | null; reason: string };

const schema = reviewBoardApi.extend.body;

type Props = {
  form: FormInstance<Extension>;
  /** The only expert whose time is extended. */
  expert: Partial<Pick<ExpertProgress, 'dueAt' | 'request'>> | undefined;
  onFinish: (values: Extension) => Promise<void>;
};

/** A later end for experts, with its reason. */
export const ExtendForm = ({ form, expert, onFinish }: Props) => (
  <>
    <p>在本批次待交的全部意见都延到新的时间，其他专家的期限不变。专家会收到通知，催办也按新的时间进行。</p>
    {expert?.request && <p>专家申请延期的原因：{expert.request.reason}</p>}
    <Form
      form={form}
      name="extend-time"
      layout="vertical"
      initialValues={{ dueAt: null, reason: expert?.request?.reason }}
      onFinish={onFinish}
    >
      <Field
        schema={schema}
        name="dueAt"
        label="新的截止时间"
        extra={expert?.dueAt ? `现在为 ${expert.dueAt}` : undefined}
      >
        <MomentInput label="新的截止时间" ofDay="23:59:59" />
      </Field>
      <Field schema={schema} name="reason" label="延长原因" extra="记入操作日志，专家不会看到">
        <Input.TextArea autoSize={{ minRows: 2 }} />
      </Field>
    </Form>
  </>
);
