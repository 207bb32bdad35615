import { useQuery } from '@tanstack/react-query';
import {
  commitmentApi,
  type CommitmentVersion,
  CommitmentWrite,
} from '@zhiping/shared/contracts/commitment.ts';
import { type CommitmentKind, commitmentKinds } from '@zhiping/shared/rules/commitment/kinds.ts';
import { Button, Form, Input } from 'antd';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { Failed, Loading } from '../../kit/display/states.tsx';
import '../../kit/form/edit-form.css';
import { EditFooter } from '../../kit/form/EditFooter.tsx';
import { Field } from '../../kit/form/Field.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { reading, refresh } from '../../lib/query-client.ts';
import { useTabDirty } from '../../lib/tab-context.ts';

type Values = { title: string; body: string; reason?: string };
type Props = { kind: CommitmentKind; newest: CommitmentVersion | undefined };

const EditorForm = ({ kind, newest, start }: Props & { start: Values }) => {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [form] = Form.useForm<Values>();
  const formName = useId();
  const [isDirty, setDirty] = useState(false);
  // The version that the text started from: a version that others save meanwhile must cause a conflict, not be
  // overwritten.
  const [baseVersion] = useState(newest?.version ?? 0);
  useTabDirty(isDirty);
  const leave = () => void navigate(`?kind=${kind}`, { replace: true });

  const { submit, isSending, problem } = useSubmit<Values>(form, async (values) => {
    await call(commitmentApi.save, { body: { ...values, kind, baseVersion }, quiet: true });
    await refresh(commitmentApi.kinds);
    setDirty(false);
    notify.success('新版本已保存');
    leave();
  });

  const askAndLeave = () => {
    if (!isDirty) return leave();
    return confirm({
      title: '放弃已填写的内容',
      consequence: '填写的内容还没有保存，确定放弃吗？',
      verb: '放弃填写',
      act: async () => leave(),
    });
  };

  return (
    <section className="commitment-view" aria-label={`${commitmentKinds[kind]}新版本`}>
      <Form
        form={form}
        name={formName}
        layout="vertical"
        scrollToFirstError={{ focus: true }}
        initialValues={start}
        onFinish={submit}
        onValuesChange={() => setDirty(true)}
      >
        <Field schema={CommitmentWrite} name="title" label="标题">
          <Input maxLength={100} />
        </Field>
        <Field schema={CommitmentWrite} name="body" label="正文" extra="每行一段">
          <Input.TextArea maxLength={5000} showCount autoSize={{ minRows: 12, maxRows: 30 }} />
        </Field>
        <Field
          schema={CommitmentWrite}
          name="reason"
          label="修改说明"
          required={baseVersion > 0}
          extra="已发布的批次仍使用原来选定的版本"
        >
          <Input maxLength={200} />
        </Field>
        {/* Lets Enter in a field submit the form. */}
        <button type="submit" hidden>
          保存
        </button>
      </Form>
      <footer className="form-footer">
        <EditFooter problem={problem} conflict={undefined}>
          <Button onClick={askAndLeave}>取消</Button>
          <Button type="primary" loading={isSending} onClick={form.submit}>
            保存为第 {baseVersion + 1} 版
          </Button>
        </EditFooter>
      </footer>
    </section>
  );
};

/** Edits a new version, which starts from the newest text. */
export default function CommitmentEditor({ kind, newest }: Props) {
  const { data, error, refetch } = useQuery({
    ...reading(commitmentApi.text, { params: { id: newest?.id ?? 0 } }),
    enabled: newest !== undefined,
  });
  if (error) return <Failed what="承诺书" error={error} onRetry={() => void refetch()} />;
  if (newest && !data) return <Loading />;
  return (
    <EditorForm kind={kind} newest={newest} start={{ title: data?.title ?? '', body: data?.body ?? '' }} />
  );
}
