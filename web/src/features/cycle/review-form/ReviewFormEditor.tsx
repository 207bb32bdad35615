import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import {
  draftProblems,
  type FormDraft,
  formProblems,
  MAX_CRITERIA,
  MAX_TEXTS,
  type ReviewFormProblem,
  standardFormFor,
  sumOfWeights,
} from '@zhiping/shared/rules/opinion/form.ts';
import { Button, ConfigProvider, Form } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useConfirm } from '../../../kit/hooks/use-confirm.ts';
import { announce } from '../../../lib/announce.ts';
import { CriterionFields } from './CriterionFields.tsx';
import { EntryList } from './EntryList.tsx';
import { newCriterion, newText } from './form-draft.ts';
import { ProblemsContext } from './problems.ts';
import { ReadOnlyForm } from './ReadOnlyForm.tsx';
import './review-form-editor.css';
import { TextFields } from './TextFields.tsx';
import { useRefusal } from './use-refusal.ts';

type Props = {
  value?: FormDraft;
  onChange?: (form: FormDraft) => void;
  /** Whether its readers must not know the applicants. */
  isBlind: boolean;
  /** Problems that the server reported, by field. */
  problems?: readonly ReviewFormProblem[];
};

const EMPTY: FormDraft = { criteria: [], texts: [] };
const NONE: readonly ReviewFormProblem[] = [];

/** The path of the criterion, if the field is its weight. */
const criterionOfWeight = (field: string) => /^(.+)\.weight$/.exec(field)?.[1];

/** The problems of a whole list, or that it has none. */
const ListState = ({ messages, fine }: { messages: readonly string[]; fine: string }) =>
  messages.length === 0 ? (
    <span className="list-fine">
      <CheckCircleOutlined /> {fine}
    </span>
  ) : (
    <span className="list-lacking">
      <ExclamationCircleOutlined /> {messages.join('；')}
    </span>
  );

/** Replaces all by the standard form of the way in which the cycle is reviewed. */
const StandardForm = ({ isBlind, onChoose }: { isBlind: boolean; onChoose: (form: FormDraft) => void }) => {
  const confirm = useConfirm();
  const title = isBlind ? '换成匿名评审的标准表' : '换成实名评审的标准表';
  const replace = () =>
    confirm({
      title,
      consequence: '现有的评分项和文字意见都被替换，保存后生效。',
      verb: '替换',
      act: () => Promise.resolve(onChoose(standardFormFor(isBlind))),
    });
  return <Button onClick={replace}>{title}</Button>;
};

const EditableForm = ({ value: form = EMPTY, onChange = () => {}, isBlind, problems = NONE }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [weighed, setWeighed] = useState<string>();
  const found = useMemo(
    () => new Map([...draftProblems(form), ...problems].map(({ field, message }) => [field, message])),
    [form, problems],
  );
  const { refusal, warning } = useRefusal({
    place,
    fields: [...found.keys()],
    onRefused: (fields) => setLeft((before) => new Set([...before, ...fields])),
  });
  const lacking = (list: string) =>
    [...formProblems(form, { isBlind }), ...problems]
      .filter(({ field }) => field === list)
      .map(({ message }) => message);
  const ofCriteria = lacking('criteria');
  const fine = `权重合计 ${sumOfWeights(form.criteria)}`;

  const context = {
    // While a weight is typed its levels show no problems: after the first digit every level would seem too high.
    at: (field: string) => (field.startsWith(`${weighed}.levels`) ? undefined : found.get(field)),
    hasLeft: (field: string) => left.has(field),
    enter: (field: string) => setWeighed(criterionOfWeight(field)),
    leave: (field: string) => {
      setWeighed(undefined);
      setLeft((before) => (before.has(field) ? before : new Set([...before, field])));
      // Announced to screen readers when the weight is complete.
      if (criterionOfWeight(field)) announce(ofCriteria.join('；') || fine);
    },
  };

  return (
    <ProblemsContext value={context}>
      <div ref={place} className="review-form-editor">
        {refusal && (
          <p className="entry-problem form-refused" role="alert" tabIndex={-1}>
            {refusal}
          </p>
        )}
        {warning && <p className="form-warning">{warning}</p>}
        {/* Resets the status: otherwise each control turns red when the outer form rejects this one. */}
        <Form.Item noStyle validateStatus="">
          <section aria-label="评分项">
            <header className="list-head list-head-criteria">
              <h3>评分项</h3>
              <ListState messages={ofCriteria} fine={fine} />
              <StandardForm isBlind={isBlind} onChoose={onChange} />
            </header>
            <EntryList
              noun="评分项"
              rows={form.criteria}
              most={MAX_CRITERIA}
              create={() => newCriterion(form)}
              onChange={(criteria) => onChange({ ...form, criteria })}
            >
              {(criterion, index) => (
                <CriterionFields
                  criterion={criterion}
                  index={index}
                  onChange={(changed) => onChange({ ...form, criteria: form.criteria.with(index, changed) })}
                />
              )}
            </EntryList>
          </section>
          <section aria-label="文字意见">
            <header className="list-head">
              <h3>文字意见</h3>
              {lacking('texts').length > 0 && <ListState messages={lacking('texts')} fine="" />}
            </header>
            <EntryList
              noun="文字意见"
              rows={form.texts}
              most={MAX_TEXTS}
              create={newText}
              onChange={(texts) => onChange({ ...form, texts })}
            >
              {(text, index) => (
                <TextFields
                  text={text}
                  index={index}
                  onChange={(changed) => onChange({ ...form, texts: form.texts.with(index, changed) })}
                />
              )}
            </EntryList>
          </section>
        </Form.Item>
      </div>
    </ProblemsContext>
  );
};

/** Edits criteria and texts of a review form. It can be saved while parts required for publication are missing. */
export const ReviewFormEditor = (props: Props) => {
  const { componentDisabled: isReadOnly } = ConfigProvider.useConfig();
  return isReadOnly ? <ReadOnlyForm form={props.value ?? EMPTY} /> : <EditableForm {...props} />;
};
