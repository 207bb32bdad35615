import type { ApplicantProject } from '@zhiping/shared/contracts/project-views.ts';
import { eligibilityVerdicts } from '@zhiping/shared/rules/project/eligibility.ts';
import { Alert } from 'antd';

/** The office's decision on the eligibility of a project: the rules that were not met, and why. */
export const OutcomeNotice = ({ outcome }: Pick<ApplicantProject, 'outcome'>) => {
  if (!outcome) return null;
  const { verdict, opinion, unmet, at } = outcome;
  return (
    <Alert
      className="project-notice"
      type={verdict === 'eligible' ? 'success' : 'warning'}
      showIcon
      title={`资格审查结果：${eligibilityVerdicts[verdict]}（${at}）`}
      description={
        <>
          <p>审查意见：{opinion}</p>
          {unmet.length > 0 && (
            <ul className="return-reasons" aria-label="不符合的条件">
              {unmet.map(({ title, message, remark }) => (
                <li key={title}>
                  <strong>{title}</strong>
                  <span>
                    {remark}。规则：{message}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      }
    />
  );
};
