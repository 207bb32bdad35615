import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { MAX_LEVELS, MIN_LEVELS } from '@zhiping/shared/rules/opinion/form.ts';
import { App, Button, Input } from 'antd';
import { NumberInput } from '../../../kit/form/NumberInput.tsx';
import { useId, useRef } from 'react';
import { announce } from '../../../lib/announce.ts';
import { type CriterionDraft, hasUsualLevels, nextLevel, usualLevels } from './form-draft.ts';
import { useProblem } from './problems.ts';
import { useFocusAfter } from './use-focus-after.ts';

type Level = CriterionDraft['levels'][number];
type RowProps = {
  level: Level;
  index: number;
  of: string;
  field: string;
  onChange: (level: Level) => void;
  /** Undefined where one level fewer would be too few. */
  onRemove: (() => void) | undefined;
};

const LevelRow = ({ level, index, of, field, onChange, onRemove }: RowProps) => {
  const problemId = useId();
  const word = useProblem(`${field}.word`, level.word);
  const points = useProblem(`${field}.points`, level.points);
  const controlOf = (name: string, { problem, leave }: typeof word) =>
    ({
      'aria-label': `${of} 第 ${index + 1} 级${name}`,
      'aria-invalid': problem ? true : undefined,
      'aria-describedby': problem ? problemId : undefined,
      status: problem ? 'error' : '',
      onBlur: leave,
    }) as const;
  const problems = [word.problem, points.problem].filter(Boolean);
  return (
    <li className="level-row">
      <Input
        {...controlOf('名称', word)}
        value={level.word}
        autoComplete="off"
        onChange={(event) => onChange({ ...level, word: event.target.value })}
      />
      <NumberInput
        {...controlOf('分值', points)}
        value={level.points}
        controls={false}
        inputMode="numeric"
        suffix="分"
        onChange={(value) => onChange({ ...level, points: value })}
      />
      <Button
        type="text"
        data-action="remove-level"
        icon={<CloseOutlined />}
        aria-label={`移除 ${of} 的${level.word || `第 ${index + 1} 级`}`}
        disabled={!onRemove}
        onClick={onRemove}
      />
      {problems.length > 0 && (
        <p id={problemId} className="entry-problem">
          {problems.join('；')}
        </p>
      )}
    </li>
  );
};

type Props = {
  criterion: CriterionDraft;
  of: string;
  field: string;
  onChange: (criterion: CriterionDraft) => void;
};

/** The words that stand for points, best first. */
export const LevelRows = ({ criterion, of, field, onChange }: Props) => {
  const { modal } = App.useApp();
  const place = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter(place);
  const { levels, weight } = criterion;
  const { problem } = useProblem(`${field}.levels`, levels);
  const set = (next: Level[]) => onChange({ ...criterion, levels: next });
  const rowAt = (index: number) => `.level-row:nth-child(${index + 1})`;

  const add = () => {
    focusAfter(`${rowAt(levels.length)} input`);
    set([...levels, nextLevel(levels)]);
  };
  const remove = (index: number) => {
    const next = Math.min(index, levels.length - 2);
    focusAfter(
      `${rowAt(next)} [data-action="remove-level"]:not(:disabled)`,
      '[data-action="add-level"]:not(:disabled)',
    );
    set(levels.toSpliced(index, 1));
    announce(`已移除${levels[index]!.word || `第 ${index + 1} 级`}，还有 ${levels.length - 1} 级`);
  };
  const generate = async () => {
    const isSure =
      levels.every(({ word }) => word === '') ||
      hasUsualLevels(criterion) ||
      (await modal.confirm({
        title: `替换「${of}」的分级`,
        content: `现有的 ${levels.length} 级将换成优秀、良好、一般、较差四级，分值按权重计算。`,
        okText: '替换',
        cancelText: '取消',
        focusable: { autoFocusButton: 'cancel' },
      }));
    if (!isSure) return;
    set(usualLevels(weight));
    announce(`「${of}」的分级已按默认四级生成`);
  };

  return (
    <div ref={place} className="level-rows">
      <span className="entry-label">分级（由高到低，选级别即填分值）</span>
      <ol aria-label={`${of} 的分级`}>
        {levels.map((level, index) => (
          <LevelRow
            // Levels have no id of their own.
            key={index}
            level={level}
            index={index}
            of={of}
            field={`${field}.levels.${index}`}
            onChange={(changed) => set(levels.with(index, changed))}
            onRemove={levels.length > MIN_LEVELS ? () => remove(index) : undefined}
          />
        ))}
      </ol>
      {problem && <p className="entry-problem">{problem}</p>}
      <div className="level-buttons">
        <Button
          data-action="add-level"
          icon={<PlusOutlined />}
          aria-label={`添加一级 ${of}`}
          disabled={levels.length >= MAX_LEVELS}
          onClick={add}
        >
          添加一级
        </Button>
        <Button aria-label={`按默认四级生成 ${of}`} onClick={() => void generate()}>
          按默认四级生成
        </Button>
      </div>
    </div>
  );
};
