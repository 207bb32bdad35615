import { ExclamationCircleFilled, WarningFilled } from '@ant-design/icons';
import type { ReviewRule, Setting } from '@zhiping/shared/rules/review-rule/rule.ts';
import type { Conflict } from '@zhiping/shared/rules/review-rule/setting-conflicts.ts';
import { memo, useId } from 'react';
import { ParamField } from './ParamField.tsx';
import { SourceField } from './SourceField.tsx';

export type RuleEdits = {
  onValue: (rule: ReviewRule, name: string, value: unknown) => void;
  onSource: (rule: ReviewRule, source: string) => void;
};

type Props = {
  rule: ReviewRule;
  setting: Setting | undefined;
  conflicts: readonly Conflict[];
  /** Undefined means read-only. */
  edits: RuleEdits | undefined;
};

const ConflictLine = ({ level, message }: Conflict) => (
  <p className={`rule-conflict rule-conflict-${level}`}>
    {level === 'block' ? <ExclamationCircleFilled aria-hidden /> : <WarningFilled aria-hidden />}
    <span>
      {level === 'block' ? '须改正' : '请核对'}：{message}
    </span>
  </p>
);

/** One rule with the settings of a cycle. Memoized: a keystroke concerns one of thirty. */
export const RuleFields = memo(({ rule, setting, conflicts, edits }: Props) => {
  const id = useId();
  const title = { id: `${id}-title`, text: rule.title };
  return (
    <div className="rule-fields" role="group" aria-labelledby={title.id} tabIndex={-1} data-rule={rule.code}>
      <div className="rule-about">
        <h3 id={title.id}>
          <span className="rule-code">{rule.code}</span> {rule.title}
        </h3>
        <p>{rule.explanation}</p>
      </div>
      <div className="rule-params">
        {Object.entries(rule.params).map(([name, param]) => (
          <ParamField
            key={name}
            title={title}
            param={param}
            value={setting?.values?.[name]}
            onChange={edits && ((value) => edits.onValue(rule, name, value))}
          />
        ))}
        <SourceField
          title={title}
          law={rule.law}
          source={setting?.source}
          onChange={edits && ((source) => edits.onSource(rule, source))}
        />
        <div aria-live="polite">
          {conflicts.map((conflict) => (
            <ConflictLine key={conflict.message} {...conflict} />
          ))}
        </div>
      </div>
    </div>
  );
});
