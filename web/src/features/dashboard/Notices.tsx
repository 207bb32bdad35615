import type { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { Link } from 'react-router';
import type { Answer } from '../../lib/api.ts';
import { MANUAL_PATH } from '../../lib/paths.ts';

type Props = { notices: Answer<typeof dashboardApi.read>['notices'] };

export const Notices = ({ notices }: Props) => (
  <section className="panel" aria-labelledby="dashboard-notices">
    <div className="dashboard-head">
      <h2 id="dashboard-notices">通知公告</h2>
      <Link to={MANUAL_PATH}>查看全部</Link>
    </div>
    {notices.length === 0 && <p className="dashboard-none">还没有通知公告</p>}
    <ul className="link-list">
      {notices.map(({ id, title, publishedAt }) => (
        <li key={id}>
          <Link to={`${MANUAL_PATH}?view=${id}`}>
            {title}
            <time dateTime={publishedAt}>{publishedAt.slice(0, 10)}</time>
          </Link>
        </li>
      ))}
    </ul>
  </section>
);
