import { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import type { CheckedProject } from '@zhiping/shared/contracts/project-views.ts';
import { eligibilityVerdicts } from '@zhiping/shared/rules/project/eligibility.ts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { ReasonDialog } from '../../../kit/form/ReasonDialog.tsx';
import { call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { takeStep } from '../check/take-step.ts';

type Office = Extract<CheckedProject, { view: 'office' }>;
type Eligibility = NonNullable<Office['eligibility']>;

const titleOf = ({ step, verdict, by, at }: Eligibility) => {
  const words = verdict && eligibilityVerdicts[verdict];
  if (step === 'proposed') return `${by} 于 ${at} 提出初审意见：${words}，待他人复核`;
  if (step === 'decided') return `${by} 于 ${at} 判定：${words}`;
  return `${by} 于 ${at} ${step === 'disputed' ? '撤销了初审意见' : '撤销了原判定，重新审查'}`;
};

/** The newest step of the eligibility check, who took it, and the way to undo it. */
export const EligibilityRecord = ({ project }: { project: Office }) => {
  const [isUndoing, setUndoing] = useState(false);
  const { id, version, eligibility, can } = project;
  if (!eligibility) return null;
  const verb = can.dispute === true ? '撤销初审意见' : '重新审查';
  const remarks = eligibility.items.filter(({ isMet, remark }) => !isMet || remark !== null);
  return (
    <>
      <Alert
        className="project-notice"
        type={eligibility.verdict === 'ineligible' ? 'warning' : 'info'}
        showIcon
        title={titleOf(eligibility)}
        action={
          (can.dispute === true || can.reopen === true) && (
            <Button onClick={() => setUndoing(true)}>{verb}</Button>
          )
        }
        description={
          <>
            <p>
              {eligibility.verdict ? '审查意见' : '原因'}：{eligibility.opinion}（按第{' '}
              {eligibility.ruleVersion} 版规则）
            </p>
            {remarks.length > 0 && (
              <ul className="check-reasons" aria-label="审查说明">
                {remarks.map(({ code, title, isMet, remark }) => (
                  <li key={code}>
                    <strong>
                      {title}：{isMet ? '符合' : '不符合'}
                    </strong>
                    <span>{remark}</span>
                  </li>
                ))}
              </ul>
            )}
          </>
        }
      />
      {isUndoing && (
        <ReasonDialog
          title={verb}
          verb={verb}
          schema={eligibilityApi.undo.body}
          act={async (reason) => {
            await takeStep(() =>
              call(eligibilityApi.undo, { params: { id }, body: { version, reason }, quiet: true }),
            );
            notify.success('已撤销，可以重新审查');
          }}
          onClose={() => setUndoing(false)}
        />
      )}
    </>
  );
};
