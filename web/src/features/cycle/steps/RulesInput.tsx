import { CycleRules } from '@zhiping/shared/contracts/cycle.ts';
import type { RuleSettings } from '@zhiping/shared/rules/review-rules/settings.ts';
import { Form } from 'antd';
import { ruleOf } from '../../../kit/form/Field.tsx';
import { RuleSettingsEditor } from '../rules/RuleSettingsEditor.tsx';

type Props = { only: readonly string[]; isReadOnly: boolean };
type Input = Props & { value?: RuleSettings; onChange?: (value: RuleSettings) => void };

const Editor = ({ value = {}, onChange = () => {}, ...props }: Input) => (
  <RuleSettingsEditor value={value} onChange={onChange} {...props} />
);

/** Some of the rules as a field of the form. */
export const RulesInput = (props: Props) => (
  <Form.Item name="rules" className="step-wide" rules={[ruleOf(CycleRules.shape.rules)]}>
    <Editor {...props} />
  </Form.Item>
);
