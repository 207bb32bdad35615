import { timingApi } from '@zhiping/shared/contracts/timing.ts';
import { cronProblem } from '@zhiping/shared/rules/timing/cron.ts';
import { cronInWords } from '@zhiping/shared/rules/timing/cron-words.ts';
import { Form, Input, Switch } from 'antd';
import { Field } from '../../kit/form/Field.tsx';

const schema = timingApi.update.body;

/** The meaning of the expression while it is typed. */
const Meaning = () => {
  const expression = Form.useWatch<string | undefined>('cronExpression') ?? '';
  if (cronProblem(expression) !== null) return '秒 分 时 日 月 周，例如 0 0 3 * * *';
  return <span role="status">{cronInWords(expression)}</span>;
};

export default function TimingFields() {
  return (
    <>
      <Field schema={schema} name="cronExpression" label="cron 表达式" extra={<Meaning />}>
        <Input maxLength={100} spellCheck={false} />
      </Field>
      <Field schema={schema} name="personInCharge" label="负责人">
        <Input maxLength={50} />
      </Field>
      <Field schema={schema} name="email" label="告警邮箱" extra="执行失败时发送邮件">
        <Input inputMode="email" maxLength={100} />
      </Field>
      <Field schema={schema} name="pauseAfterFailure" label="失败后暂停" valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
}
