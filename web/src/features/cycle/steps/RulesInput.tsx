import { CycleRules } from '@zhiping/shared/contracts/cycle.ts';
import type { RuleSettings } from '@zhiping/shared/rules/review-rule/settings.ts';
import { Form } from 'antd';
import { useEffect, useRef } from 'react';
import { ruleOf } from '../../../kit/form/Field.tsx';
import { RuleSettingsEditor } from '../rules/RuleSettingsEditor.tsx';

type Props = { only: readonly string[]; isReadOnly: boolean };
type Input = Props & { value?: RuleSettings; onChange?: (value: RuleSettings) => void };

/**
 * Edits all rules as one field. Shows above them what another user saved meanwhile; a rejection focuses the first
 * invalid rule.
 */
const Editor = ({ value = {}, onChange = () => {}, ...props }: Input) => {
  const { status, warnings } = Form.Item.useStatus();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (status !== 'error') return;
    // Runs after the form has focused its own first invalid field.
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }, [status]);
  return (
    <div ref={place}>
      {warnings.length > 0 && <p className="latest-rules">{warnings.map(String).join('；')}</p>}
      {/* Resets the status: otherwise each control has the colour of the one outer field. */}
      <Form.Item noStyle validateStatus="">
        <RuleSettingsEditor value={value} onChange={onChange} {...props} />
      </Form.Item>
    </div>
  );
};

/** Some of the rules, as a field of the form. */
export const RulesInput = (props: Props) => (
  <Form.Item name="rules" className="step-wide" validateTrigger={[]} rules={[ruleOf(CycleRules.shape.rules)]}>
    <Editor {...props} />
  </Form.Item>
);
