import { basisInWords, type Criterion } from '@zhiping/shared/rules/opinion/form.ts';
import { levelInWords, scoreProblem } from '@zhiping/shared/rules/opinion/opinion.ts';
import { Radio } from 'antd';
import { NumberInput } from '../../kit/form/NumberInput.tsx';
import { useId } from 'react';

type Props = {
  criterion: Criterion;
  number: number;
  points: number | null;
  hasTriedSubmit: boolean;
  onChange: (points: number | null) => void;
};

/** Score of one criterion. A level fills in its points, which can be changed afterwards. */
export const CriterionField = ({ criterion, number, points, hasTriedSubmit, onChange }: Props) => {
  const id = useId();
  const { name, weight, rubric, required, levels } = criterion;
  const basis = basisInWords(criterion);
  const missingMessage = hasTriedSubmit && required && points === null ? '还没有评分' : undefined;
  const problem = scoreProblem(criterion, points) ?? missingMessage;
  const fits = points !== null && !problem;
  const isBetween = fits && levels.every((level) => level.points !== points);
  return (
    <fieldset className="opinion-criterion">
      <legend>
        {number} {name}
        <span className="soft opinion-note">
          {[`${weight} 分`, !required && '可不评', basis].filter(Boolean).join('，')}
        </span>
      </legend>
      {rubric && (
        <details>
          <summary>
            评分标准<span className="visually-hidden">：{name}</span>
          </summary>
          <p className="opinion-rubric">{rubric}</p>
        </details>
      )}
      <div className="opinion-score">
        <Radio.Group
          className="opinion-levels"
          aria-label={`${name} 级别`}
          value={points}
          onChange={(event) => onChange(event.target.value as number)}
        >
          {levels.map((level) => (
            <Radio key={level.points} value={level.points}>
              {level.word} <span className="soft opinion-note">{level.points} 分</span>
            </Radio>
          ))}
        </Radio.Group>
        <span className="opinion-points">
          <span aria-hidden>得分</span>
          <NumberInput
            aria-label={`${name} 得分，满分 ${weight}`}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            status={problem ? 'error' : ''}
            value={points}
            controls={false}
            inputMode="numeric"
            // Typing replaces the points that a level has filled in.
            onFocus={({ target }) => target.select()}
            onChange={onChange}
          />
          <span aria-hidden>/ {weight}</span>
        </span>
      </div>
      <p id={`${id}-problem`} className={problem ? 'opinion-problem' : 'opinion-between'} aria-live="polite">
        {problem}
        {isBetween && levelInWords(criterion, points)}
      </p>
    </fieldset>
  );
};
