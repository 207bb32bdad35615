import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { Button } from 'antd';
import '../../kit/list/actions/row-actions.css';
import { notify } from '../../lib/notify.ts';
import { useWrite } from '../../lib/query-client.ts';

const ways = { email: '邮件', sms: '短信', message: '站内消息' } as const;

type Props = { id: number; name: string; isSent: boolean };

/**
 * At most once a day per expert. After sending, the button says so and stays focusable, since a disabled button would
 * lose the focus.
 */
export const RemindButton = ({ id, name, isSent }: Props) => {
  const remind = useWrite(expertPoolApi.remind, dashboardApi.read);
  const send = () =>
    remind.mutate(
      { params: { id } },
      { onSuccess: ({ by }) => notify.success(`已用${ways[by]}催办${name}`) },
    );
  return (
    <Button
      size="small"
      className={isSent ? 'refused' : undefined}
      aria-disabled={isSent || undefined}
      loading={remind.isPending}
      aria-label={isSent ? `今天已催办${name}，明天可以再次催办` : `催办${name}`}
      onClick={isSent ? undefined : send}
    >
      {isSent ? '今天已催办' : '催办'}
    </Button>
  );
};
