import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { expertPoolApi, type ExpertDetail } from '@zhiping/shared/contracts/expert-pool.ts';
import { profileParts } from '@zhiping/shared/contracts/expert.ts';
import { Alert, Button, Input, Space } from 'antd';
import { useId, useState } from 'react';
import { useAction } from '../../../kit/hooks/use-action.ts';
import { call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { refresh } from '../../../lib/query-client.ts';

type Props = { expert: ExpertDetail; change: ExpertDetail['changes'][number] };

/** A requested change of one part of the profile beside the stored values, with accept and return. */
export default function ChangeDecision({ expert, change }: Props) {
  const [reason, setReason] = useState('');
  const reasonId = useId();
  const { title } = profileParts[change.part];
  const refusal = reasonOf(change.can.approve);

  const decide = useAction(async (approved: boolean) => {
    if (!approved && reason.trim() === '') throw new Error('请输入退回的原因');
    try {
      await call(expertPoolApi.decideChange, {
        params: { id: expert.id },
        body: { changeId: change.id, approved, reason: reason.trim() || null },
        quiet: true,
      });
      notify.success(`${title}的变更已${approved ? '生效' : '退回'}`);
    } finally {
      await refresh(expertPoolApi.list, expertPoolApi.read, expertPoolApi.inspect);
    }
  }, '未知错误');

  return (
    <section className="change-decision" aria-label={`${title}的变更`}>
      <Alert
        type="warning"
        showIcon
        title={`专家于 ${change.requestedAt} 申请变更${title}`}
        description={refusal}
      />
      <table>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">现在</th>
            <th scope="col">变更为</th>
          </tr>
        </thead>
        <tbody>
          {change.fields.map(({ field, label, before, after }) => (
            <tr key={field}>
              <th scope="row">{label}</th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <label htmlFor={reasonId}>意见（退回时必填）</label>
      <Input.TextArea
        id={reasonId}
        maxLength={200}
        autoSize={{ minRows: 1, maxRows: 4 }}
        status={decide.problem ? 'error' : ''}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <p role="alert" className="change-problem">
        {decide.problem}
      </p>
      <Space>
        <Button
          type="primary"
          disabled={refusal !== undefined}
          loading={decide.isPending}
          onClick={() => void decide.run(true)}
        >
          同意变更
        </Button>
        <Button disabled={decide.isPending} onClick={() => void decide.run(false)}>
          退回
        </Button>
      </Space>
    </section>
  );
}
