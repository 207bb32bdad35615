import { RightOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import type { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import type { Answer } from '../../lib/api.ts';

type Props = { todos: Answer<typeof dashboardApi.read>['todos'] };

export const Todos = ({ todos }: Props) => (
  <section className="panel" aria-labelledby="dashboard-todos">
    <h2 id="dashboard-todos">待办事项</h2>
    {todos.length === 0 && <p className="dashboard-none">没有待办事项</p>}
    <ul className="link-list">
      {todos.map(({ code, text, to }) => (
        <li key={code}>
          {to ? (
            <Link to={to}>
              {text}
              <RightOutlined />
            </Link>
          ) : (
            text
          )}
        </li>
      ))}
    </ul>
  </section>
);
