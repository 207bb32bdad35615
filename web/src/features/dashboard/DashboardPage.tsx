import { useQuery } from '@tanstack/react-query';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { Failed, Loading } from '../../kit/display/states.tsx';
import type { Answer } from '../../lib/api.ts';
import { reading } from '../../lib/query-client.ts';
import { useUser } from '../../lib/session-store.ts';
import './dashboard.css';
import { Shortcuts } from './Shortcuts.tsx';
import { Figures } from './Figures.tsx';
import { OwnRecord } from './OwnRecord.tsx';
import { Notices } from './Notices.tsx';
import { Queues } from './Queues.tsx';
import { Todos } from './Todos.tsx';

const greeting = () => {
  const hour = Number(new Date().toLocaleTimeString('en-GB', { timeZone: 'Asia/Shanghai' }).slice(0, 2));
  if (hour < 6) return '您好';
  if (hour < 12) return '上午好';
  return hour < 18 ? '下午好' : '晚上好';
};

/** Empty sections are left out, since they only take room from the work. */
const withoutEmpty = ({ queues, figures, ...rest }: Answer<typeof dashboardApi.read>) => ({
  ...rest,
  queues: queues.filter(({ total }) => total > 0),
  figures: figures.filter(({ value }) => value > 0),
});

/** Work first, with the first names in each queue; every number and line links to its page. */
export default function DashboardPage() {
  const { user } = useUser();
  const { data, isPending, error, refetch } = useQuery({
    ...reading(dashboardApi.read),
    select: withoutEmpty,
  });
  return (
    <>
      <PageHead title={`${user.nickName}，${greeting()}`} />
      {isPending && <Loading rows={4} />}
      {error && <Failed what="工作台" error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          {data.queues.length > 0 && <Queues queues={data.queues} />}
          {data.figures.length > 0 && <Figures figures={data.figures} />}
          <div className="dashboard-columns">
            <div className="dashboard-column">
              {(data.todos.length > 0 || data.queues.length === 0) && <Todos todos={data.todos} />}
              {data.expert && <OwnRecord record={data.expert} />}
              <Shortcuts />
            </div>
            <Notices notices={data.notices} />
          </div>
        </>
      )}
    </>
  );
}
