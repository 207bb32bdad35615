import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { expertApi, profileParts, type OwnChange } from '@zhiping/shared/contracts/expert.ts';
import { Button, Tag } from 'antd';
import { Link } from 'react-router';
import type { z } from 'zod';
import { notify } from '../../lib/notify.ts';
import { CONFIRMATION_PATH } from '../../lib/paths.ts';
import { useWrite } from '../../lib/query-client.ts';

type Change = z.output<typeof OwnChange>;

const states = {
  waiting: { color: 'default', label: '待审核' },
  returned: { color: 'warning', label: '被退回' },
  approved: { color: 'success', label: '已生效' },
} as const;

const statusInWords = ({ status, requestedAt, decidedAt, fields }: Change) => {
  const what = fields.map(({ label }) => label).join('、');
  const when = status === 'waiting' ? `${requestedAt} 提交` : `${decidedAt ?? requestedAt} 审核`;
  return `${what}，${when}`;
};

/** One requested change of the expert's own record: its result, and what the expert can do now. */
export const OwnChangeLine = ({ change }: { change: Change }) => {
  const { part, status, reason } = change;
  const { title } = profileParts[part];
  const withdraw = useWrite(expertApi.withdrawChange, dashboardApi.read, expertApi.own);
  return (
    <li>
      <p>
        <strong>{title}的变更</strong>
        <Tag color={states[status].color}>{states[status].label}</Tag>
        {status === 'waiting' && (
          <Button
            size="small"
            aria-label={`撤回${title}的变更`}
            loading={withdraw.isPending}
            onClick={() =>
              withdraw.mutate(
                { params: { id: change.id } },
                { onSuccess: () => notify.success(`${title}的变更已撤回`) },
              )
            }
          >
            撤回
          </Button>
        )}
        {status === 'returned' && <Link to={CONFIRMATION_PATH}>重新修改</Link>}
      </p>
      {reason && <p>评审办意见：{reason}</p>}
      <small>{statusInWords(change)}</small>
    </li>
  );
};
