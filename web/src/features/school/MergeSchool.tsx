import { useQuery } from '@tanstack/react-query';
import { schoolApi, type School, type SchoolUses } from '@zhiping/shared/contracts/school.ts';
import { Form } from 'antd';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { reading, refresh } from '../../lib/query-client.ts';
import { SchoolNodeSelect } from '../../pickers/DeptSelect.tsx';

const usesInWords = ({ units, users, experts, teachers }: SchoolUses) =>
  `${units} 个下属单位、${users} 个用户、${experts} 位专家、${teachers} 位教师`;

/** Merges a school into another: all its data moves there. */
export default function MergeSchool({ row: school, onClose }: { row: School; onClose: () => void }) {
  const { id, name, version } = school;
  const [form] = Form.useForm<{ intoId: number }>();
  const { data: uses } = useQuery(reading(schoolApi.uses, { params: { id } }));

  const { submit, isSending, problem } = useSubmit(form, async ({ intoId }) => {
    const moved = await call(schoolApi.merge, { body: { id, intoId, version }, quiet: true });
    await refresh(schoolApi.list, schoolApi.all, schoolApi.uses);
    notify.success(`「${name}」已合并，移动了 ${usesInWords(moved)}`);
    onClose();
  });

  return (
    <Dialog
      open
      title={`合并「${name}」到另一所学校`}
      okText="合并"
      okButtonProps={{ danger: true }}
      confirmLoading={isSending}
      problem={problem}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p>
        {uses ? `将移动 ${usesInWords(uses)}。` : '正在统计…'}「{name}
        」保留为停用的名称并注明去向，合并后不能撤销。
      </p>
      <Form form={form} name="merge-school" layout="vertical" onFinish={submit}>
        <Form.Item name="intoId" label="并入" rules={[{ required: true, message: '请选择并入哪所学校' }]}>
          <SchoolNodeSelect without={id} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
