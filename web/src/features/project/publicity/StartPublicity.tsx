import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { publicityApi } from '@zhiping/shared/contracts/publicity.ts';
import { Alert, Form, Input } from 'antd';
import { useState } from 'react';
import { DayInput } from '../../../kit/form/DayInput.tsx';
import { Field } from '../../../kit/form/Field.tsx';
import { useSubmit } from '../../../kit/form/use-submit.ts';
import { Dialog } from '../../../kit/layout/Dialog.tsx';
import { type Answer, call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { refresh } from '../../../lib/query-client.ts';
import { dayOf } from '../../../lib/shanghai.ts';
import { PeopleTable } from './PeopleTable.tsx';
import './publicity.css';

const schema = publicityApi.create.body;
type Values = { startsOn: string; place: string; contact: string; notice: string };
type Draft = Answer<typeof publicityApi.draft>;

type Props = { ids: readonly number[]; onClose: () => void };

/** Asks for time and place first, then for the notice as it will be published. */
export default function StartPublicity({ ids, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const [draft, setDraft] = useState<Draft>();
  const { submit, isSending, problem } = useSubmit<Values>(form, async ({ notice, ...plan }) => {
    const body = { ids: [...ids], ...plan };
    if (!draft) {
      const drafted = await call(publicityApi.draft, { body, quiet: true });
      form.setFieldValue('notice', drafted.notice);
      setDraft(drafted);
      return;
    }
    await call(publicityApi.create, { body: { ...body, notice }, quiet: true });
    notify.success('单位公示已开始，见「单位公示」');
    await refresh(projectApi.read, projectListApi.list, publicityApi.list);
    onClose();
  });
  return (
    <Dialog
      open
      width={760}
      title={`公示 ${ids.length} 位推荐人选`}
      problem={problem}
      okText={draft ? '开始公示' : '下一步：拟定公示'}
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        name="publicity"
        layout="vertical"
        initialValues={{ startsOn: dayOf(new Date()), place: '', contact: '', notice: '' }}
        onFinish={submit}
        // The draft contains these values, so changing them requires a new draft.
        onValuesChange={(changed: Partial<Values>) => changed.notice === undefined && setDraft(undefined)}
      >
        <Field schema={schema} name="startsOn" label="公示开始日期" extra="首日计入，按工作日计算">
          <DayInput />
        </Field>
        <Field schema={schema} name="place" label="公示地点">
          <Input placeholder="如：学校公告栏、人事处网站" />
        </Field>
        <Field schema={schema} name="contact" label="受理部门及联系方式">
          <Input placeholder="如：人事处，电话 010-12345678" />
        </Field>
        {draft && (
          <>
            <Alert
              type={draft.warning ? 'warning' : 'info'}
              showIcon
              title={`公示至 ${draft.endsOn}（${draft.workingDays} 个工作日），期满次日起可以报送`}
              description={draft.warning}
            />
            <div className="publicity-wide">
              <PeopleTable people={draft.people} />
            </div>
            <Field schema={schema} name="notice" label="公示正文">
              <Input.TextArea autoSize={{ minRows: 5 }} />
            </Field>
          </>
        )}
      </Form>
    </Dialog>
  );
}
