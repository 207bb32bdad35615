import { useQuery } from '@tanstack/react-query';
import {
  type ArchiveFile,
  type FilePlace,
  materialArchiveApi as api,
} from '@zhiping/shared/contracts/material-archive.ts';
import { materialTypes } from '@zhiping/shared/rules/review-rule/facts.ts';
import { Form, Select } from 'antd';
import { Field } from '../../../kit/form/Field.tsx';
import { NumberInput } from '../../../kit/form/NumberInput.tsx';
import { useSubmit } from '../../../kit/form/use-submit.ts';
import { Dialog } from '../../../kit/layout/Dialog.tsx';
import { call } from '../../../lib/api.ts';
import { reading, refresh } from '../../../lib/query-client.ts';

type Props = { archiveId: number; file: ArchiveFile; onClose: () => void };

/** Says where a file of an archive goes whose name does not say it. */
export const AssignFile = ({ archiveId, file, onClose }: Props) => {
  const { data: choices } = useQuery(reading(api.choices, { params: { id: archiveId } }));
  const [form] = Form.useForm<FilePlace>();
  const kind = Form.useWatch('kind', form);
  const { submit, isSending, problem } = useSubmit<FilePlace>(form, async (values) => {
    await call(api.assign, {
      params: { id: archiveId, position: file.position },
      body: values,
      quiet: true,
    });
    await refresh(api.files);
    onClose();
  });
  return (
    <Dialog
      open
      title="指定材料去向"
      problem={problem}
      okText="确定"
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className="archive-path">{file.path}</p>
      <Form form={form} name="archive-file" layout="vertical" onFinish={submit}>
        <Field schema={api.assign.body} name="teacherId" label="申报人" emptyMessage="请选择申报人">
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            loading={!choices}
            notFoundContent="暂无填写中的申报"
            options={choices?.people.map(({ teacherId, name, staffNo }) => ({
              value: teacherId,
              label: [name, staffNo].filter(Boolean).join(' '),
            }))}
          />
        </Field>
        <Field schema={api.assign.body} name="kind" label="材料类型" emptyMessage="请选择材料类型">
          <Select options={choices?.kinds.map((word) => ({ value: word, label: word }))} />
        </Field>
        {kind === materialTypes.representativeWork && (
          <Field schema={api.assign.body} name="order" label="第几篇代表作" initialValue={1}>
            <NumberInput min={1} precision={0} />
          </Field>
        )}
      </Form>
    </Dialog>
  );
};
