import { useQuery } from '@tanstack/react-query';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { Button, Form, Input, Select } from 'antd';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { EditFooter } from '../../kit/form/EditFooter.tsx';
import '../../kit/form/edit-form.css';
import { Field } from '../../kit/form/Field.tsx';
import { FieldsFailed } from '../../kit/form/FieldsFailed.tsx';
import { FieldsLoading } from '../../kit/form/FieldsLoading.tsx';
import { NumberInput } from '../../kit/form/NumberInput.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { Empty } from '../../kit/display/states.tsx';
import { call } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { notify } from '../../lib/notify.ts';
import { reading, refresh } from '../../lib/query-client.ts';
import { useTabTitle } from '../../lib/tab-context.ts';
import { useLeave } from './use-leave.ts';

const schema = cycleApi.create.body;
const MAX_SOURCES = 100;

type Values = { name: string; year: number; organiser: string; copyOf?: number };

/** Creates a cycle with its name; everything else is set up in its steps. */
export default function NewCycle() {
  const isPermitted = usePermission(['cycle:add']);
  useTabTitle(undefined);
  const [form] = Form.useForm<Values>();
  const formName = useId();
  const leave = useLeave();
  const [params, setParams] = useSearchParams();
  const { data, error, refetch } = useQuery(
    reading(cycleApi.list, { query: { page: 0, size: MAX_SOURCES } }),
  );

  const { submit, isSending, problem } = useSubmit<Values>(form, async (values) => {
    const { id } = await call(cycleApi.create, { body: values, quiet: true });
    await refresh(cycleApi.list);
    notify.success('批次已新增');
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set('edit', String(id));
        next.delete('from');
        return next;
      },
      { replace: true },
    );
  });

  if (!isPermitted) return <Empty text="无权新增批次" />;
  const from = data?.content.find(({ id }) => String(id) === params.get('from'));
  const start: Partial<Values> = {
    year: new Date().getFullYear(),
    ...(from && { copyOf: from.id, organiser: from.organiser }),
  };
  return (
    <section className="panel">
      <PageHead title="新增批次">
        <Button onClick={leave}>返回列表</Button>
      </PageHead>
      {error && <FieldsFailed what="批次" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <FieldsLoading />}
      {data && (
        <Form
          form={form}
          name={formName}
          layout="vertical"
          scrollToFirstError={{ focus: true }}
          initialValues={start}
          onFinish={submit}
        >
          <div className="step-form">
            <div className="edit-fields">
              <Field schema={schema} name="name" label="批次名称">
                <Input maxLength={100} placeholder="如 2026 年度高等学校教师系列高级职称评审" autoFocus />
              </Field>
              <Field schema={schema} name="year" label="年度">
                <NumberInput min={2000} max={2100} precision={0} />
              </Field>
              <Field schema={schema} name="organiser" label="组建单位">
                <Input maxLength={100} />
              </Field>
              <Field
                schema={schema}
                name="copyOf"
                label="复制自"
                extra="沿用规则、材料要求、评审表、通知和承诺书，不沿用时间和指标数"
              >
                <Select
                  allowClear
                  showSearch={{ optionFilterProp: 'label' }}
                  placeholder="不复制，从默认值开始"
                  options={data.content.map(({ id, name }) => ({ value: id, label: name }))}
                />
              </Field>
            </div>
          </div>
          {/* Lets Enter in a field submit the form. */}
          <button type="submit" hidden>
            保存
          </button>
        </Form>
      )}
      <footer className="form-footer">
        <EditFooter problem={problem} conflict={undefined}>
          <Button type="primary" disabled={!data} loading={isSending} onClick={form.submit}>
            新增并继续设置
          </Button>
        </EditFooter>
      </footer>
    </section>
  );
}
