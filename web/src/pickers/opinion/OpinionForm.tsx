import type { ReviewForm } from '@zhiping/shared/rules/opinion/form.ts';
import {
  type AnswerScale,
  type FilledForm,
  type MissingPart,
  missingInOpinion,
  totalOf,
} from '@zhiping/shared/rules/opinion/opinion.ts';
import { Button } from 'antd';
import { useId, useRef, type ReactNode } from 'react';
import { ConclusionField } from './ConclusionField.tsx';
import { CriterionField } from './CriterionField.tsx';
import './opinion-form.css';
import { TextField } from './TextField.tsx';

type Props = {
  form: ReviewForm;
  scale: AnswerScale;
  opinion: FilledForm;
  onChange: (opinion: FilledForm) => void;
  /** The expert has tried to submit: all missing parts are shown. */
  hasTriedSubmit: boolean;
  /** Save status, shown beside the sum. */
  status?: ReactNode;
  children: (missing: readonly MissingPart[], show: (part: MissingPart) => void) => ReactNode;
};

const fullPoints = ({ criteria }: ReviewForm) => criteria.reduce((sum, { weight }) => sum + weight, 0);

/** The opinion form of a cycle, as its experts fill it in. */
export const OpinionForm = ({ form, scale, opinion, onChange, hasTriedSubmit, status, children }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const missing = missingInOpinion(form, opinion, scale);
  const problemOf = (part: MissingPart['part'], key: string) =>
    missing.find((one) => one.part === part && one.key === key)?.message;
  const show = ({ part, key }: MissingPart) =>
    place.current
      ?.querySelector<HTMLElement>(
        `[data-part="${part}-${key}"] :is(.opinion-points input, textarea, .opinion-conclusion input)`,
      )
      ?.focus();
  return (
    <div ref={place} className="opinion-form">
      <ol className="opinion-criteria">
        {form.criteria.map((criterion, index) => (
          <li key={criterion.key} data-part={`criterion-${criterion.key}`}>
            <CriterionField
              criterion={criterion}
              number={index + 1}
              points={opinion.scores[criterion.key] ?? null}
              hasTriedSubmit={hasTriedSubmit}
              onChange={(points) =>
                onChange({ ...opinion, scores: { ...opinion.scores, [criterion.key]: points } })
              }
            />
          </li>
        ))}
      </ol>
      {form.texts.map((text) => (
        <div key={text.key} data-part={`text-${text.key}`}>
          <TextField
            text={text}
            value={opinion.texts[text.key] ?? ''}
            hasTriedSubmit={hasTriedSubmit}
            onChange={(value) => onChange({ ...opinion, texts: { ...opinion.texts, [text.key]: value } })}
          />
        </div>
      ))}
      <div data-part={`conclusion-${scale}`}>
        <ConclusionField
          name={prefix}
          scale={scale}
          opinion={opinion}
          problem={hasTriedSubmit ? problemOf('conclusion', scale) : undefined}
          onChange={onChange}
        />
      </div>
      <footer className="opinion-footer">
        <div className="opinion-sum">
          <span className="opinion-total">
            合计 <strong>{totalOf(form, opinion.scores)}</strong> / {fullPoints(form)}
          </span>
          {status}
        </div>
        {missing[0] && (
          <Button type="link" onClick={() => show(missing[0]!)}>
            <span>
              还有 {missing.length} 处<span className="opinion-if-room">未完成</span>
            </span>
          </Button>
        )}
        {children(missing, show)}
      </footer>
    </div>
  );
};
