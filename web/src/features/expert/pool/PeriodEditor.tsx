import { expertPoolApi, type ExpertDetail } from '@zhiping/shared/contracts/expert-pool.ts';
import { Button, Form, Space } from 'antd';
import { useState } from 'react';
import { Can } from '../../../kit/display/Can.tsx';
import { FormProblem } from '../../../kit/display/FormProblem.tsx';
import { useSubmit } from '../../../kit/form/use-submit.ts';
import { call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { refresh } from '../../../lib/query-client.ts';
import { PeriodLines } from '../PeriodLines.tsx';
import { PeriodRows } from '../PeriodRows.tsx';
import { cleanRows, periods, type PeriodKind, type PeriodRow } from '../periods.ts';
import '../periods.css';

type Values = Partial<Record<PeriodKind, PeriodRow[]>>;
type Props = { kind: PeriodKind; expert: ExpertDetail };

const send = (kind: PeriodKind, { id, version }: ExpertDetail, rows: PeriodRow[]) => {
  const input = { params: { id }, body: { [kind]: cleanRows(rows), version }, quiet: true } as never;
  return kind === 'affiliations'
    ? call(expertPoolApi.saveAffiliations, input)
    : call(expertPoolApi.saveUnavailability, input);
};

const PeriodForm = ({ kind, expert, onDone }: Props & { onDone: () => void }) => {
  const [form] = Form.useForm<Values>();
  const { submit, isSending, problem } = useSubmit(form, async () => {
    // Includes values without a field, such as the id of the unit.
    const { [kind]: rows = [] } = form.getFieldsValue(true) as Values;
    await send(kind, expert, rows);
    await refresh(expertPoolApi.list, expertPoolApi.read, expertPoolApi.inspect);
    notify.success(`${periods[kind].noun}已保存`);
    onDone();
  });
  return (
    <Form form={form} layout="vertical" onFinish={submit} initialValues={{ [kind]: expert[kind] }}>
      <PeriodRows kind={kind} />
      <FormProblem text={problem} />
      <Space className="period-buttons">
        <Button type="primary" htmlType="submit" loading={isSending}>
          保存
        </Button>
        <Button onClick={onDone}>取消</Button>
      </Space>
    </Form>
  );
};

/** Employment or absences of an expert, read and edited in place. */
export default function PeriodEditor({ kind, expert }: Props) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <PeriodForm kind={kind} expert={expert} onDone={() => setEditing(false)} />;
  return (
    <>
      <PeriodLines kind={kind} rows={expert[kind]} />
      <Can roles={['expert:edit']}>
        <Button onClick={() => setEditing(true)}>修改{periods[kind].noun}</Button>
      </Can>
    </>
  );
}
