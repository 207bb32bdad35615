import { MAX_TEXT, type MessageText, messageTextApi } from '@zhiping/shared/contracts/message-text.ts';
import { fillWords, wordingProblem, wordsIn } from '@zhiping/shared/rules/message-text/message-texts.ts';
import { text } from '@zhiping/shared/schemas.ts';
import { Button, Form, Input } from 'antd';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { Field } from '../../kit/form/Field.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';

/** Sample values in the preview. */
const examples: Readonly<Record<string, string>> = { name: '张三', count: '5', until: '2026-12-31 23:59:59' };
const meanings: Readonly<Record<string, string>> = { name: '姓名', count: '份数', until: '截止时间' };

/** A wording whose placeholders in braces are all known. */
const schemaOf = (code: MessageText['code']) =>
  z.object({
    text: text('消息内容', MAX_TEXT).check(({ value, issues }) => {
      const problem = wordingProblem(code, value);
      if (problem) issues.push({ code: 'custom', message: problem, input: value });
    }),
  });

type Values = { text: string };
type Props = { message: MessageText; onClose: () => void };

export const MessageTextDialog = ({ message, onClose }: Props) => {
  const { code, when, way, standard, version } = message;
  const [form] = Form.useForm<Values>();
  const schema = useMemo(() => schemaOf(code), [code]);
  const [typed, setTyped] = useState(message.text ?? standard);
  const words = wordsIn(standard);
  const { submit, isSending, problem } = useSubmit<Values>(form, async (values) => {
    const worded = values.text.trim();
    const body = { version, text: worded === standard ? null : worded };
    await call(messageTextApi.save, { params: { code }, body, quiet: true });
    await refresh(messageTextApi.list);
    notify.success('消息模板已保存');
    onClose();
  });
  return (
    <Dialog
      open
      title={`${when}：${way}`}
      okText="保存"
      problem={problem}
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ text: message.text ?? standard }}
        onFinish={submit}
        onValuesChange={(_, values: Values) => setTyped(values.text)}
      >
        <Field
          schema={schema}
          name="text"
          label="消息内容"
          extra={
            words.length > 0
              ? `发送时会替换：${words.map((word) => `{${word}} ${meanings[word] ?? word}`).join('，')}`
              : undefined
          }
        >
          <Input.TextArea maxLength={MAX_TEXT} autoSize={{ minRows: 3, maxRows: 8 }} />
        </Field>
      </Form>
      <p className="soft">发出的样子</p>
      <p className="message-preview">{fillWords(typed, examples)}</p>
      <Button
        disabled={typed === standard}
        onClick={() => {
          form.setFieldsValue({ text: standard });
          setTyped(standard);
        }}
      >
        恢复默认内容
      </Button>
    </Dialog>
  );
};
