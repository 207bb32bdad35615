import { useQuery } from '@tanstack/react-query';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { type ProjectState, projectStates } from '@zhiping/shared/rules/project-states.ts';
import { Link, useSearchParams } from 'react-router';
import { type ListState, patchParams } from '../../../lib/list-state.ts';
import { reading } from '../../../lib/query-client.ts';
import './stage-bar.css';

/** How many applications stand where, each a link to these: of those that the other filters leave. */
export const StageBar = ({ list }: { list: ListState<typeof projectListApi.list> }) => {
  const [params] = useSearchParams();
  const { state: current, id: _id, page: _page, size: _size, sort: _sort, ...filters } = list.query;
  const { data } = useQuery(reading(projectListApi.stages, { query: filters }));
  const counts = new Map(data?.map(({ state, count }) => [state, count]));
  const total = data?.reduce((sum, { count }) => sum + count, 0);
  const stages = [
    { state: undefined, label: '全部', count: total },
    ...Object.entries(projectStates).map(([state, label]) => ({
      state: state as ProjectState,
      label,
      count: data && (counts.get(state as ProjectState) ?? 0),
    })),
  ];
  return (
    <nav className="stage-bar" aria-label="各状态的申报数">
      <ul>
        {stages.map(({ state, label, count }) => (
          <li key={label}>
            <Link
              to={`?${patchParams(params, { state })}`}
              aria-current={current === state ? 'true' : undefined}
            >
              <span>{label}</span>
              <strong>{count ?? '…'}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
