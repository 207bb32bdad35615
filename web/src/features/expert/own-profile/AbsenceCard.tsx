import { EditOutlined } from '@ant-design/icons';
import { expertApi, type OwnExpert } from '@zhiping/shared/contracts/expert.ts';
import { Button, Form, Tag } from 'antd';
import { useState, type Ref } from 'react';
import { FormProblem } from '../../../kit/display/FormProblem.tsx';
import { useSubmit } from '../../../kit/form/use-submit.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { refresh } from '../../../lib/query-client.ts';
import { PeriodLines } from '../PeriodLines.tsx';
import { PeriodRows } from '../PeriodRows.tsx';
import { cleanRows, comparableRows, type PeriodRow } from '../periods.ts';

const CONFLICT = 409;

type Props = {
  own: OwnExpert;
  /** The rows as edited, kept with the other unsaved work until they are saved. */
  rows: readonly PeriodRow[];
  headingRef: Ref<HTMLHeadingElement>;
  onChange: (rows: PeriodRow[]) => void;
  onSaved: (saved: OwnExpert) => void;
};

type Values = { unavailability: PeriodRow[] };

const AbsenceForm = ({
  own,
  rows,
  onChange,
  onSaved,
  onDone,
}: Omit<Props, 'headingRef'> & { onDone: () => void }) => {
  const [form] = Form.useForm<Values>();
  const allRows = () => (form.getFieldsValue(true) as Values).unavailability;
  const { submit, isSending, problem } = useSubmit(form, async () => {
    const unavailability = cleanRows(allRows()) as never;
    try {
      onSaved(
        await call(expertApi.saveOwnUnavailability, {
          body: { unavailability, version: own.version },
          quiet: true,
        }),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error;
      // Once the record is reloaded, the page finds two versions and shows both.
      await refresh(expertApi.own);
      return;
    }
    notify.success('不可参评时间已生效');
    onDone();
  });
  const cancel = () => {
    onChange(own.unavailability);
    onDone();
  };
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ unavailability: rows.length > 0 ? rows : [{}] }}
      onFinish={submit}
      onValuesChange={() => onChange(cleanRows(allRows()))}
      scrollToFirstError={{ focus: true }}
    >
      <PeriodRows kind="unavailability" isOwn />
      <FormProblem text={problem} />
      <div className="group-buttons">
        <Button type="primary" htmlType="submit" loading={isSending}>
          保存并生效
        </Button>
        <Button onClick={cancel}>取消</Button>
      </div>
    </Form>
  );
};

export const isUnsaved = (own: OwnExpert, rows: readonly PeriodRow[]) =>
  comparableRows('unavailability', rows) !== comparableRows('unavailability', own.unavailability);

/**
 * Periods in which an expert cannot review. Experts enter them themselves, for example when ill, and they take effect
 * at once.
 */
export const AbsenceCard = ({ headingRef, ...props }: Props) => {
  const { own, rows } = props;
  // Unsaved rows, possibly from an earlier day, are opened for editing.
  const [isEditing, setEditing] = useState(isUnsaved(own, rows));
  return (
    <section className="panel group-card" aria-labelledby="group-absences">
      <div className="group-head">
        <h2 id="group-absences" ref={headingRef} tabIndex={-1}>
          不可参评时间
        </h2>
        {isUnsaved(own, rows) && <Tag color="warning">未保存</Tag>}
      </div>
      <p className="subject-hint">生病、出国等不能参评的日子请登记在此，保存后立即生效，期间不会抽取您。</p>
      {isEditing ? (
        <AbsenceForm {...props} onDone={() => setEditing(false)} />
      ) : (
        <>
          <PeriodLines kind="unavailability" rows={own.unavailability} none="没有登记，随时可以抽取" />
          <div className="group-buttons">
            <Button icon={<EditOutlined />} onClick={() => setEditing(true)} aria-label="修改不可参评时间">
              修改
            </Button>
          </div>
        </>
      )}
    </section>
  );
};
