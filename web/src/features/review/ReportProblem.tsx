import {
  materialProblems,
  type MaterialProblem,
  reviewApi,
  type ReviewDesk,
  type ReviewFile,
} from '@zhiping/shared/contracts/review.ts';
import { Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { Field } from '../../kit/form/Field.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';

type Values = { problem: MaterialProblem; note?: string };
type Props = { desk: Pick<ReviewDesk, 'assignmentId' | 'view'>; file: Pick<ReviewFile, 'id' | 'name'> };

/** Without blinding, no identity can be disclosed, so that problem is not offered. */
const optionsFor = ({ view }: Props['desk']) =>
  Object.entries(materialProblems)
    .filter(([value]) => view === 'expertBlind' || value !== 'identified')
    .map(([value, label]) => ({ value, label }));

const ReportDialog = ({ desk, file, onClose }: Props & { onClose: () => void }) => {
  const [form] = Form.useForm<Values>();
  const { submit, isSending, problem } = useSubmit<Values>(form, async ({ note, ...values }) => {
    await call(reviewApi.report, {
      params: { id: desk.assignmentId, materialId: file.id },
      body: { ...values, note: note ?? null },
      quiet: true,
    });
    notify.success('已报告评审办');
    await refresh(reviewApi.read);
    onClose();
  });
  return (
    <Dialog
      open
      title={`报告问题：${file.name}`}
      problem={problem}
      okText="报告问题"
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} name="material-problem" layout="vertical" onFinish={submit}>
        <Field schema={reviewApi.report.body} name="problem" label="问题" required emptyMessage="请选择问题">
          <Radio.Group options={optionsFor(desk)} />
        </Field>
        <Field schema={reviewApi.report.body} name="note" label="说明">
          <Input.TextArea autoSize={{ minRows: 2 }} placeholder="例如：第 3 页缺页" />
        </Field>
      </Form>
      <p className="soft">评审办会收到文件名称和您写的说明，处理后在这个文件旁答复您。</p>
    </Dialog>
  );
};

/** Reports a material that cannot be read to the office. */
export const ReportProblem = (props: Props) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>报告问题</Button>
      {isOpen && <ReportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
};
