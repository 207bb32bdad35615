import { type AnswerScale, answerTitle, type FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import { Radio } from 'antd';
import { useId } from 'react';
import { conclusionOptions } from './conclusions.ts';

type Props = {
  name: string;
  scale: AnswerScale;
  opinion: FilledForm;
  problem: string | undefined;
  onChange: (opinion: FilledForm) => void;
};

export const ConclusionField = ({ name, scale, opinion, problem, onChange }: Props) => {
  const id = useId();
  return (
    <fieldset className="opinion-conclusion" aria-describedby={problem ? id : undefined}>
      <legend>{answerTitle[scale]}</legend>
      <Radio.Group
        name={name}
        aria-label={answerTitle[scale]}
        value={opinion[scale]}
        onChange={(event) => onChange({ ...opinion, [scale]: event.target.value as string })}
      >
        {conclusionOptions(scale).map(({ value, words }) => (
          <Radio key={value} value={value}>
            {words}
          </Radio>
        ))}
      </Radio.Group>
      <p id={id} className="opinion-problem" aria-live="polite">
        {problem}
      </p>
    </fieldset>
  );
};
