import { useQuery } from '@tanstack/react-query';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { projectStates } from '@zhiping/shared/rules/project/states.ts';
import { StateBar } from '../../../kit/list/StateBar.tsx';
import type { ListState } from '../../../lib/list-state.ts';
import { reading } from '../../../lib/query-client.ts';

/** Number of projects per state that match the other filters. */
export const ProjectStates = ({ list }: { list: ListState<typeof projectListApi.list> }) => {
  const { state: current, id: _id, page: _page, size: _size, sort: _sort, ...filters } = list.query;
  const { data } = useQuery(reading(projectListApi.stages, { query: filters }));
  return <StateBar label="各状态的申报数" states={projectStates} counts={data} current={current} />;
};
