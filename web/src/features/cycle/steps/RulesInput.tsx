import { CycleRules } from '@zhiping/shared/contracts/cycle.ts';
import type { RuleSettings } from '@zhiping/shared/rules/review-rules/settings.ts';
import { Form } from 'antd';
import { ruleOf } from '../../../kit/form/Field.tsx';
import { RuleSettingsEditor } from '../rules/RuleSettingsEditor.tsx';

type Props = { only: readonly string[]; isReadOnly: boolean };
type Input = Props & { value?: RuleSettings; onChange?: (value: RuleSettings) => void };

/** What somebody else saved meanwhile is told above the rules, which are many. */
const Editor = ({ value = {}, onChange = () => {}, ...props }: Input) => {
  const { warnings } = Form.Item.useStatus();
  return (
    <>
      {warnings.length > 0 && <p className="latest-rules">{warnings.map(String).join('；')}</p>}
      {/* Otherwise each control has the colour of the one field that all of them are. */}
      <Form.Item noStyle validateStatus="">
        <RuleSettingsEditor value={value} onChange={onChange} {...props} />
      </Form.Item>
    </>
  );
};

/** Some of the rules as a field of the form. */
export const RulesInput = (props: Props) => (
  <Form.Item name="rules" className="step-wide" rules={[ruleOf(CycleRules.shape.rules)]}>
    <Editor {...props} />
  </Form.Item>
);
