import { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import type { CheckedProject } from '@zhiping/shared/contracts/project-views.ts';
import { eligibilityVerdicts } from '@zhiping/shared/rules/eligibility.ts';
import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../kit/layout/Dialog.tsx';
import { call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { refresh } from '../../../lib/query-client.ts';

const MAX_REASON = 500;

type Office = Extract<CheckedProject, { view: 'office' }>;
type Eligibility = NonNullable<Office['eligibility']>;

const titleOf = ({ step, verdict, by, at }: Eligibility) => {
  const words = verdict && eligibilityVerdicts[verdict];
  if (step === 'proposed') return `${by} 于 ${at} 提出初审意见：${words}，待另一人复核`;
  if (step === 'decided') return `${by} 于 ${at} 判定：${words}`;
  return `${by} 于 ${at} ${step === 'disputed' ? '撤销了初审意见' : '撤销了原判定，重新审查'}`;
};

/** Take back a proposal, or a decision, with the reason. */
const UndoDialog = ({ project, verb, onClose }: { project: Office; verb: string; onClose: () => void }) => {
  const { id, version } = project;
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const send = async () => {
    if (reason.trim() === '') {
      setProblem('请填写原因');
      return;
    }
    setSending(true);
    try {
      await call(eligibilityApi.undo, { params: { id }, body: { version, reason }, quiet: true });
      notify.success('已撤销，可以重新审查');
      await refresh(projectApi.read, projectListApi.list, projectListApi.stages);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '撤销失败，请重试');
      setSending(false);
    }
  };
  return (
    <Dialog
      open
      title={verb}
      problem={problem}
      okText={verb}
      cancelText="取消"
      confirmLoading={isSending}
      onCancel={onClose}
      onOk={() => void send()}
    >
      <Form component={false} layout="vertical">
        <Form.Item label="原因" htmlFor="undo-reason" required>
          <Input.TextArea
            id="undo-reason"
            rows={3}
            maxLength={MAX_REASON}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
};

/** The newest step of the check of eligibility, by whom, and the way back. */
export const EligibilityRecord = ({ project }: { project: Office }) => {
  const [isUndoing, setUndoing] = useState(false);
  const { eligibility, can } = project;
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
      {isUndoing && <UndoDialog project={project} verb={verb} onClose={() => setUndoing(false)} />}
    </>
  );
};
