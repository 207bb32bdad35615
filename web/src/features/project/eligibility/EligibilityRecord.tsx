import { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import { type CheckedProject, checkStepWords } from '@zhiping/shared/contracts/project-views.ts';
import { eligibilityVerdicts } from '@zhiping/shared/rules/project/eligibility.ts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { ReasonDialog } from '../../../kit/form/ReasonDialog.tsx';
import { call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { takeStep } from '../check/take-step.ts';

type Office = Extract<CheckedProject, { view: 'office' }>;
type Eligibility = NonNullable<Office['eligibility']>;

const titleOf = ({ step, verdict, by, askedBy, at }: Eligibility) => {
  const who = askedBy === null ? by : `${askedBy} 提请，${by}`;
  return `${who} 于 ${at} ${checkStepWords[step]}${verdict ? `：${eligibilityVerdicts[verdict]}` : ''}`;
};

/** The opinion and remarks of a step. */
const Judged = ({ verdict, opinion, ruleVersion, items }: Eligibility) => {
  const remarks = items.filter(({ isMet, remark }) => !isMet || remark !== null);
  return (
    <>
      <p>
        {verdict ? '审查意见' : '原因'}：{opinion}（按第 {ruleVersion} 版规则）
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
  );
};

/** Shows the waiting request and the newest step of the eligibility check with their persons, and undoes a decision. */
export const EligibilityRecord = ({ project }: { project: Office }) => {
  const [isUndoing, setUndoing] = useState(false);
  const { id, version, eligibility, asked, can } = project;
  return (
    <>
      {asked && (
        <Alert
          className="project-notice"
          type="info"
          showIcon
          title={`${titleOf(asked)}，待他人复核，${asked.lapsesAt} 失效`}
          action={<Link to={`/review/confirmation?view=${asked.confirmationId}`}>去双人复核</Link>}
          description={<Judged {...asked} />}
        />
      )}
      {eligibility && (
        <Alert
          className="project-notice"
          type={eligibility.verdict === 'ineligible' ? 'warning' : 'info'}
          showIcon
          title={titleOf(eligibility)}
          action={can.reopen === true && <Button onClick={() => setUndoing(true)}>重新审查</Button>}
          description={<Judged {...eligibility} />}
        />
      )}
      {isUndoing && (
        <ReasonDialog
          title="重新审查"
          verb="重新审查"
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
