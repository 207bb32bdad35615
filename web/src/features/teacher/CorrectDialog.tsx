import { type Teacher, teacherApi, TeacherCorrection } from '@zhiping/shared/contracts/teacher.ts';
import { Form, Input } from 'antd';
import { Field } from '../../kit/form/Field.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

type Values = { name: string; idCard: string; document: string; reason: string };

/** Asks a second person for another name or identity number of a teacher who signed an application. */
export default function CorrectDialog({ teacher, onClose }: { teacher: Teacher; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const { id, version, name, idCard } = teacher;
  const { submit, isSending, problem } = useSubmit<Values>(form, async (values) => {
    await call(teacherApi.correct, { params: { id }, body: { ...values, version }, quiet: true });
    notify.success('已提出，他人复核后更正');
    onClose();
  });
  return (
    <Dialog
      open
      title={`更正${name}的姓名或证件`}
      problem={problem}
      okText="提请复核"
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>已有本人签名提交的申报。更正须由他人复核，两人姓名留在记录中；已经提交的申报内容不变。</p>
      <Form form={form} name="correct-teacher" layout="vertical" initialValues={{ name }} onFinish={submit}>
        <Field schema={TeacherCorrection} name="name" label="姓名">
          <Input autoComplete="off" />
        </Field>
        <Field
          schema={TeacherCorrection}
          name="idCard"
          label="身份证号码"
          extra={`现在为 ${idCard}，不填时不变`}
        >
          <Input autoComplete="off" />
        </Field>
        <Field
          schema={TeacherCorrection}
          name="document"
          label="证明材料"
          extra="名称与文号或编号，如：户口簿、公安机关更名证明"
        >
          <Input autoComplete="off" />
        </Field>
        <Field schema={TeacherCorrection} name="reason" label="更正原因">
          <Input.TextArea autoSize={{ minRows: 2 }} />
        </Field>
      </Form>
    </Dialog>
  );
}
