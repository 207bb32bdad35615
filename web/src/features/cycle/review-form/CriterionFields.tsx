import { type Basis, bases } from '@zhiping/shared/rules/opinion/form.ts';
import { Checkbox, Input } from 'antd';
import { NumberInput } from '../../../kit/form/NumberInput.tsx';
import { Cell } from './Cell.tsx';
import { type CriterionDraft, nameOf, withWeight } from './form-draft.ts';
import { LevelRows } from './LevelRows.tsx';

const basisOptions = Object.entries(bases).map(([value, label]) => ({ value, label }));

type Props = { criterion: CriterionDraft; index: number; onChange: (criterion: CriterionDraft) => void };

export const CriterionFields = ({ criterion, index, onChange }: Props) => {
  const { name, weight, rubric, required, basis = [] } = criterion;
  const of = nameOf(name, index);
  const field = `criteria.${index}`;
  return (
    <div className="criterion-fields">
      {/* Labelled by its number instead of its name, since the name changes while it is typed. */}
      <Cell
        field={`${field}.name`}
        label="名称"
        of={`评分项 ${index + 1}`}
        value={name}
        className="cell-name"
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            autoComplete="off"
            onChange={(event) => onChange({ ...criterion, name: event.target.value })}
          />
        )}
      </Cell>
      <Cell field={`${field}.weight`} label="权重" of={of} value={weight} className="cell-weight">
        {(control) => (
          <NumberInput
            {...control}
            value={weight}
            controls={false}
            inputMode="numeric"
            suffix="分"
            onChange={(value) => onChange(withWeight(criterion, value))}
          />
        )}
      </Cell>
      <Checkbox
        className="cell-required"
        aria-label={`${of} 必评`}
        checked={required}
        onChange={(event) => onChange({ ...criterion, required: event.target.checked })}
      >
        必评
      </Checkbox>
      <div className="cell-basis">
        <span className="entry-label">评分依据</span>
        <Checkbox.Group
          aria-label={`${of} 评分依据`}
          options={basisOptions}
          value={basis}
          onChange={(chosen) => onChange({ ...criterion, basis: chosen as Basis[] })}
        />
      </div>
      <Cell field={`${field}.rubric`} label="评分标准" of={of} value={rubric} className="cell-rubric">
        {(control) => (
          <Input.TextArea
            {...control}
            value={rubric}
            autoSize={{ minRows: 5, maxRows: 12 }}
            placeholder="评什么、怎样算好，专家评分时可以展开看"
            onChange={(event) => onChange({ ...criterion, rubric: event.target.value })}
          />
        )}
      </Cell>
      <LevelRows criterion={criterion} of={of} field={field} onChange={onChange} />
    </div>
  );
};
