import { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { placeOf } from '@zhiping/shared/rules/project-form/places.ts';
import { sections } from '@zhiping/shared/rules/review-rule/facts.ts';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useAction } from '../../../kit/hooks/use-action.ts';
import { Dialog } from '../../../kit/layout/Dialog.tsx';
import { call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { useCheck } from './check-context.ts';
import { takeStep } from './take-step.ts';

const MOST = 500;

const words = {
  return: { done: '退回', reason: '总的退回原因' },
  supplement: { done: '要求补正', reason: '总的补正要求' },
};

type Props = { kind: 'return' | 'supplement'; onClose: () => void; onDone: () => void };

/** Shows all reasons, asks for a general one, and returns the project. */
export const ReturnDialog = ({ kind, onClose, onDone }: Props) => {
  const { project, reasons } = useCheck();
  const [reason, setReason] = useState('');

  const send = useAction(async () => {
    if (reason.trim() === '') throw new Error(`请填写${words[kind].reason}`);
    await takeStep(() =>
      call(kind === 'return' ? projectApi.return : eligibilityApi.supplement, {
        params: { id: project.id },
        body: { version: project.version, reason, reasons: [...reasons] },
        quiet: true,
      }),
    );
    notify.success(`已${words[kind].done}${project.person.name}的申报`);
    onDone();
  }, `${words[kind].done}失败，请重试`);

  return (
    <Dialog
      open
      width={640}
      title={`${words[kind].done}${project.person.name}的申报`}
      problem={send.problem}
      okText={`确认${words[kind].done}`}
      okButtonProps={{ danger: true }}
      cancelText="继续审核"
      confirmLoading={send.isPending}
      onCancel={onClose}
      onOk={() => void send.run()}
    >
      <p>
        {kind === 'return'
          ? `申报人会看到下列意见，修改后可在 ${(project.step === 'body' ? project.cycle.bodyClosesAt : project.cycle.reportClosesAt) ?? '报送截止'} 前重新提交。`
          : '补正只能要求一次，请一次告知全部内容。期限按本批次规则从明天起按工作日计算，逾期未补正视为放弃申报。'}
      </p>
      {reasons.length > 0 ? (
        <ul className="check-reasons" aria-label="退回意见">
          {reasons.map(({ path, message }) => {
            const place = placeOf(path, project);
            return (
              <li key={path}>
                <strong>{place && [sections[place.section], place.words].filter(Boolean).join('：')}</strong>
                <span>{message}</span>
              </li>
            );
          })}
        </ul>
      ) : (
        <p className="soft">没有针对具体内容的意见。</p>
      )}
      <Form component={false} layout="vertical">
        <Form.Item label={words[kind].reason} htmlFor="return-reason" required>
          <Input.TextArea
            id="return-reason"
            rows={3}
            maxLength={MOST}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
};
