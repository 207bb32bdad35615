import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { expertPoolApi, type ExpertDetail } from '@zhiping/shared/contracts/expert-pool.ts';
import { Affiliation, Unavailability } from '@zhiping/shared/contracts/expert-write.ts';
import { Button, Form, Input, Space } from 'antd';
import { useState } from 'react';
import { Can } from '../../kit/Can.tsx';
import { ruleOf } from '../../kit/Field.tsx';
import { FormProblem } from '../../kit/FormProblem.tsx';
import { useSubmit } from '../../kit/use-submit.ts';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';

type Kind = 'affiliations' | 'unavailability';
type Values = { items: Record<string, unknown>[] };

const parts = {
  affiliations: {
    noun: '任职经历',
    add: '添加任职经历',
    fields: [
      { name: 'orgName', label: '单位名称', rule: ruleOf(Affiliation.shape.orgName), type: 'text' },
      { name: 'post', label: '职务', rule: ruleOf(Affiliation.shape.post), type: 'text' },
      {
        name: 'fromYear',
        label: '起始年份',
        rule: ruleOf(Affiliation.shape.fromYear, '请输入起始年份'),
        type: 'year',
      },
      { name: 'toYear', label: '结束年份', rule: ruleOf(Affiliation.shape.toYear), type: 'year' },
    ],
  },
  unavailability: {
    noun: '不可用时段',
    add: '添加不可用时段',
    fields: [
      {
        name: 'fromDay',
        label: '开始日期',
        rule: ruleOf(Unavailability.shape.fromDay, '请选择开始日期'),
        type: 'date',
      },
      {
        name: 'toDay',
        label: '结束日期',
        rule: ruleOf(Unavailability.shape.toDay, '请选择结束日期'),
        type: 'date',
      },
      { name: 'reason', label: '原因', rule: ruleOf(Unavailability.shape.reason), type: 'text' },
    ],
  },
} as const;

const linesOf = (kind: Kind, expert: ExpertDetail): string[] =>
  kind === 'affiliations'
    ? expert.affiliations.map(({ orgName, post, fromYear, toYear }) =>
        [`${fromYear} 至 ${toYear ?? '今'}`, orgName, post].filter(Boolean).join('，'),
      )
    : expert.unavailability.map(({ fromDay, toDay, reason }) =>
        [`${fromDay} 至 ${toDay}`, reason].filter(Boolean).join('，'),
      );

/** A number for a year, an empty field for nothing; the rest of a row, as the id of its unit, comes along. */
const cleaned = (rows: Values['items']) =>
  rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === '' ? null : value])),
  );

const send = (kind: Kind, { id, version }: ExpertDetail, rows: Values['items']) => {
  const input = { params: { id }, body: { [kind]: cleaned(rows), version }, quiet: true } as never;
  return kind === 'affiliations'
    ? call(expertPoolApi.saveAffiliations, input)
    : call(expertPoolApi.saveUnavailability, input);
};

type Props = { kind: Kind; expert: ExpertDetail };

const PeriodForm = ({ kind, expert, onDone }: Props & { onDone: () => void }) => {
  const { noun, add: addLabel, fields } = parts[kind];
  const [form] = Form.useForm<Values>();
  const { submit, isSending, problem } = useSubmit(form, async () => {
    const { items = [] } = form.getFieldsValue(true) as Partial<Values>;
    await send(kind, expert, items);
    await refresh(expertPoolApi.list, expertPoolApi.read, expertPoolApi.inspect);
    notify.success(`${noun}已保存`);
    onDone();
  });
  return (
    <Form form={form} layout="vertical" onFinish={submit} initialValues={{ items: expert[kind] }}>
      <FormProblem text={problem} />
      <Form.List name="items">
        {(rows, { add, remove }) => (
          <>
            {rows.map(({ key, name }) => (
              <fieldset key={key} className="period-row">
                <legend className="visually-hidden">{`${noun} ${name + 1}`}</legend>
                {fields.map((field) => (
                  <Form.Item
                    key={field.name}
                    name={[name, field.name]}
                    label={field.label}
                    rules={[field.rule]}
                    validateFirst
                  >
                    <Input
                      type={field.type === 'date' ? 'date' : 'text'}
                      inputMode={field.type === 'year' ? 'numeric' : undefined}
                      maxLength={field.type === 'year' ? 4 : 100}
                      autoComplete="off"
                    />
                  </Form.Item>
                ))}
                <Button
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={`移除${noun} ${name + 1}`}
                  onClick={() => remove(name)}
                />
              </fieldset>
            ))}
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => add({})}>
              {addLabel}
            </Button>
          </>
        )}
      </Form.List>
      <Space className="period-buttons">
        <Button type="primary" htmlType="submit" loading={isSending}>
          保存
        </Button>
        <Button onClick={onDone}>取消</Button>
      </Space>
    </Form>
  );
};

/** Where an expert works and worked, or when he cannot be drawn: read, and changed in place. */
export default function PeriodEditor({ kind, expert }: Props) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <PeriodForm kind={kind} expert={expert} onDone={() => setEditing(false)} />;
  const lines = linesOf(kind, expert);
  return (
    <>
      {lines.length === 0 ? (
        <p className="expert-none">还没有登记</p>
      ) : (
        <ul className="expert-lines">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <Can roles={['expert:edit']}>
        <Button onClick={() => setEditing(true)}>修改{parts[kind].noun}</Button>
      </Can>
    </>
  );
}
