import { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import type { CheckedProject } from '@zhiping/shared/contracts/project-views.ts';
import {
  eligibilityItems,
  type EligibilityVerdict,
  eligibilityVerdicts,
  type ItemDecision,
  needsSecondPerson,
  problemInDecision,
} from '@zhiping/shared/rules/project/eligibility.ts';
import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { useAction } from '../../../kit/hooks/use-action.ts';
import { FormProblem } from '../../../kit/display/FormProblem.tsx';
import { call } from '../../../lib/api.ts';
import { useLocalDraft } from '../../../lib/local-draft.ts';
import { notify } from '../../../lib/notify.ts';
import './eligibility.css';
import { RuleIcon } from './RuleIcon.tsx';
import { takeStep } from '../check/take-step.ts';

const MAX_REMARK = 300;
const MAX_OPINION = 500;

type Office = Extract<CheckedProject, { view: 'office' }>;
type Items = ReturnType<typeof eligibilityItems>;
type Typed = Record<string, { isMet?: boolean; remark: string }>;

/**
 * Initial answers: rules that are satisfied count as met until the officer changes that; doubtful rules are left to the
 * officer.
 */
const startOf = (items: Items): Typed =>
  Object.fromEntries(
    items.map(({ code, level }) => [code, { ...(level === 'ok' && { isMet: true }), remark: '' }]),
  );

const decisionsOf = (items: Items, typed: Typed): ItemDecision[] | null => {
  const decisions = items.map(({ code }) => ({ code, ...typed[code]! }));
  return decisions.every((one): one is typeof one & { isMet: boolean } => one.isMet !== undefined)
    ? decisions.map(({ code, isMet, remark }) => ({ code, isMet, remark: remark.trim() || null }))
    : null;
};

const standardOpinion: Record<EligibilityVerdict, string> = {
  eligible: '经审查，符合本批次申报条件。',
  ineligible: '经审查，不符合本批次申报条件。',
};

type Props = { project: Office; onDone: () => void; onCancel: () => void };

/** The eligibility check, item by item, beside the submitted form. */
export const EligibilityForm = ({ project, onDone, onCancel }: Props) => {
  const { id, version, rules, can, person, snapshot } = project;
  const items = eligibilityItems(rules);
  const draft = useLocalDraft<{ typed: Typed; opinion: string }>(`eligibility-${id}`, snapshot.round, {
    typed: {},
    opinion: '',
  });
  const { opinion } = draft.value;
  const start = startOf(items);
  const typed = { ...start, ...draft.value.typed };
  const [sent, setSent] = useState<EligibilityVerdict>();
  const needsSecond = needsSecondPerson(project.form.target.kind, items);
  const set = (code: string, change: Partial<Typed[string]>) =>
    draft.change((before) => ({
      ...before,
      typed: { ...before.typed, [code]: { ...(before.typed[code] ?? start[code]!), ...change } },
    }));

  const decide = useAction(async (verdict: EligibilityVerdict) => {
    const decisions = decisionsOf(items, typed);
    if (!decisions) throw new Error('请逐项选择「符合」或「不符合」');
    const found = problemInDecision(items, { verdict, decisions });
    if (found) throw new Error(found.message);
    setSent(verdict);
    const { confirmationId } = await takeStep(() =>
      call(eligibilityApi.decide, {
        params: { id },
        body: { version, verdict, opinion: opinion.trim() || standardOpinion[verdict], items: decisions },
        quiet: true,
      }),
    );
    notify.success(
      confirmationId !== null
        ? '已提请复核，另一人同意后判定生效'
        : `${person.name}：${eligibilityVerdicts[verdict]}`,
    );
    draft.clear();
    onDone();
  }, '提交失败，请重试');

  return (
    <section className="eligibility-form" aria-label="资格审查">
      <h2>资格审查</h2>
      <ul className="project-rules">
        {items.map(({ code, title, level, message }) => {
          const { isMet, remark } = typed[code]!;
          const isDoubted = level === 'warn' || level === 'block';
          return (
            <li key={code}>
              <RuleIcon level={level} />
              <div>
                <strong id={`item-${code}`}>{title}</strong>
                <span>{message}</span>
                <Radio.Group
                  aria-labelledby={`item-${code}`}
                  value={isMet}
                  onChange={({ target }) => set(code, { isMet: target.value as boolean })}
                  options={[
                    { value: true, label: '符合' },
                    { value: false, label: '不符合' },
                  ]}
                />
                {(isMet === false || (isMet && isDoubted)) && (
                  <Input.TextArea
                    autoSize
                    maxLength={MAX_REMARK}
                    aria-label={`${title}：${isMet ? '认可的理由' : '不符合的理由'}`}
                    placeholder={isMet ? '认可的理由（必填）' : '不符合的理由（必填，将告知申报人）'}
                    value={remark}
                    onChange={({ target }) => set(code, { remark: target.value })}
                  />
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <Form component={false} layout="vertical">
        <Form.Item label="审查意见" htmlFor="eligibility-opinion">
          <Input.TextArea
            id="eligibility-opinion"
            rows={2}
            maxLength={MAX_OPINION}
            placeholder={standardOpinion.eligible}
            value={opinion}
            onChange={({ target }) => draft.change((before) => ({ ...before, opinion: target.value }))}
          />
        </Form.Item>
      </Form>
      {decide.problem && <FormProblem text={decide.problem} />}
      <div className="eligibility-verdicts">
        <Button
          type="primary"
          loading={decide.isPending && sent === 'eligible'}
          disabled={can.accept !== true}
          title={reasonOf(can.accept)}
          onClick={() => void decide.run('eligible')}
        >
          {needsSecond ? '提请判定合格' : '判定合格'}
        </Button>
        <Button
          danger
          loading={decide.isPending && sent === 'ineligible'}
          onClick={() => void decide.run('ineligible')}
        >
          判定不合格
        </Button>
        <Button
          onClick={() => {
            draft.clear();
            onCancel();
          }}
        >
          取消
        </Button>
      </div>
    </section>
  );
};
