import { valueInWords } from '@zhiping/shared/rules/review-rule/differences.ts';
import type { Param } from '@zhiping/shared/rules/review-rule/param.ts';
import { isStandard } from '@zhiping/shared/rules/review-rule/settings.ts';
import { useId, useRef } from 'react';
import { Difference, DifferenceTag } from './Difference.tsx';
import { ParamInput } from './ParamInput.tsx';
import { problemsOf } from './settings-edits.ts';

type Props = {
  /** The rule: its title names the parameters together with their labels. */
  title: { id: string; text: string };
  param: Param<unknown>;
  /** The current value, valid or not; undefined means the standard. */
  value: unknown;
  onChange: ((value: unknown) => void) | undefined;
};

/** A fixed value, where only one number is allowed. */
const isFixed = ({ input }: Param<unknown>) => input.kind === 'amount' && input.min === input.max;

/**
 * A problem already names the bounds and leaves no room for them on its line, so the hint is then only the standard.
 */
const hintOf = (param: Param<unknown>, isInput: boolean, isWrong: boolean) => {
  if (isFixed(param)) return `${param.bounds}，不能更改`;
  const hasBounds = param.input.kind === 'amount' || param.input.kind === 'amounts';
  const standard = `默认：${param.inWords(param.standard)}`;
  return isInput && hasBounds && !isWrong ? `${standard}。可设：${param.bounds}` : standard;
};

const wordOf = ({ input }: Param<unknown>, key: string) =>
  input.kind === 'amounts' ? input.words[key] : undefined;

/** With several numbers, each message names its number. */
const problemInWords = (param: Param<unknown>, problems: Readonly<Record<string, string>>) =>
  Object.entries(problems)
    .map(([key, message]) => [wordOf(param, key), message].filter(Boolean).join('：'))
    .join('；');

export const ParamField = ({ title, param, value, onChange }: Props) => {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const problems = problemsOf(param, value);
  const problem = problemInWords(param, problems);
  const differs = !isStandard(param, value);
  const isInput = onChange !== undefined && !isFixed(param);
  const isOne = param.input.kind === 'amount' || param.input.kind === 'flag';
  // The button disappears with the difference, so the focus moves to the input.
  const restore = () => {
    onChange?.(undefined);
    place.current?.querySelector<HTMLElement>('input, button')?.focus();
  };
  return (
    <div className={`rule-param${differs ? ' rule-param-set' : ''}`}>
      {isInput && isOne ? (
        <label id={`${id}-label`} htmlFor={id} className="rule-label">
          {param.label}
        </label>
      ) : (
        <span id={`${id}-label`} className="rule-label">
          {param.label}
        </span>
      )}
      <div ref={place} className="rule-control">
        {isInput ? (
          <ParamInput
            id={id}
            param={param}
            value={value === undefined ? param.standard : value}
            problems={problems}
            labelledBy={`${title.id} ${id}-label`}
            describedBy={`${id}-problem ${id}-hint`}
            onChange={onChange}
          />
        ) : (
          <strong>{valueInWords(param, value)}</strong>
        )}
        <p className="rule-hint">
          <span id={`${id}-problem`} className="rule-problem" aria-live="polite">
            {problem}
          </span>
          <span id={`${id}-hint`}>{hintOf(param, isInput, problem !== '')}</span>
        </p>
      </div>
      <div className="rule-state">
        {differs && onChange && <Difference of={`${title.text}，${param.label}`} onRestore={restore} />}
        {differs && !onChange && <DifferenceTag />}
      </div>
    </div>
  );
};
