import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { Dialog } from '../layout/Dialog.tsx';
import { Field } from './Field.tsx';
import { useSubmit } from './use-submit.ts';

type Schema = z.ZodObject<{ reason: z.ZodType<string> }>;

export type ReasonProps = {
  title: string;
  /** Verb on the button that confirms. */
  verb: string;
  /** Consequence of the action, shown above the field. */
  consequence?: ReactNode;
  label?: string;
  schema: Schema;
  isDanger?: boolean;
  /** Must call with `quiet`: the dialog itself shows the error. */
  act: (reason: string) => Promise<void>;
  onClose: () => void;
};

const ReasonForm = ({
  title,
  verb,
  consequence,
  label = '原因',
  schema,
  isDanger,
  act,
  onClose,
}: ReasonProps) => {
  const [form] = Form.useForm<{ reason: string }>();
  const { submit, isSending, problem } = useSubmit<{ reason: string }>(form, async ({ reason }) => {
    await act(reason);
    onClose();
  });
  return (
    <Dialog
      open
      title={title}
      problem={problem}
      okText={verb}
      okButtonProps={{ danger: isDanger ?? false }}
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      {typeof consequence === 'string' ? <p>{consequence}</p> : consequence}
      <Form form={form} name="reason" layout="vertical" onFinish={submit}>
        <Field schema={schema} name="reason" label={label} required>
          <Input.TextArea autoSize={{ minRows: 3 }} />
        </Field>
      </Form>
    </Dialog>
  );
};

export default ReasonForm;
