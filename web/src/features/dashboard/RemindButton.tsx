import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { Button } from 'antd';
import { notify } from '../../lib/notify.ts';
import { useWrite } from '../../lib/query-client.ts';

const ways = { email: '邮件', sms: '短信', message: '站内消息' } as const;

type Props = { id: number; name: string; isSent: boolean };

/** Once a day a person; what was sent today says so and cannot be pressed. */
export const RemindButton = ({ id, name, isSent }: Props) => {
  const remind = useWrite(expertPoolApi.remind, dashboardApi.read);
  return (
    <Button
      size="small"
      disabled={isSent}
      loading={remind.isPending}
      aria-label={isSent ? `今天已催办${name}` : `催办${name}`}
      onClick={() =>
        remind.mutate(
          { params: { id } },
          { onSuccess: ({ by }) => notify.success(`已用${ways[by]}催办${name}`) },
        )
      }
    >
      {isSent ? '今天已催办' : '催办'}
    </Button>
  );
};
