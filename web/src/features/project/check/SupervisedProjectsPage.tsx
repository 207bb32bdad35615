import { useQuery } from '@tanstack/react-query';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import type { SupervisorProject } from '@zhiping/shared/contracts/project-views.ts';
import { Facts } from '../../../kit/display/Facts.tsx';
import { SuspendedCycles } from '../../../kit/display/SuspendedCycles.tsx';
import { cell, text, type Column } from '../../../kit/list/columns.tsx';
import { SelectFilter, TextFilter } from '../../../kit/list/filters/filters.tsx';
import { ListPage } from '../../../kit/list/ListPage.tsx';
import { useList } from '../../../lib/list-state.ts';
import { reading } from '../../../lib/query-client.ts';
import { ProjectStateTag, stateOptions } from './ProjectStateTag.tsx';
import { CycleFilter } from '../../../pickers/CycleFilter.tsx';

const columns: Column<SupervisorProject>[] = [
  text('no', '编号', { isLink: true, mobile: 'title', width: 160, sort: 'no' }),
  text('cycleName', '批次', { grows: true, width: 260, mobile: 'field' }),
  cell('state', '状态', ({ state }) => <ProjectStateTag state={state} />, { width: 120, mobile: 'status' }),
];

const SupervisedProjectFacts = ({ no, cycleName, state }: SupervisorProject) => (
  <Facts
    items={[
      ['编号', no],
      ['批次', cycleName],
      ['状态', <ProjectStateTag key="state" state={state} />],
    ]}
  />
);

/** For supervisors: the state of each project, by its number. */
export default function SupervisedProjectsPage() {
  const list = useList(projectListApi.supervised);
  const { data: cycles = [] } = useQuery(reading(projectListApi.cycles));
  return (
    <>
      <SuspendedCycles cycles={cycles} cycleId={list.query.cycleId} />
      <ListPage
        title="申报进度"
        row={{
          noun: '申报',
          idOf: ({ no }) => no,
          nameOf: ({ no }) => no,
          factsOf: SupervisedProjectFacts,
        }}
        list={list}
        columns={columns}
        search={
          <>
            <CycleFilter list={list} cycles={cycles} />
            <TextFilter list={list} name="no" label="编号开头" />
          </>
        }
        filters={<SelectFilter list={list} name="state" label="状态" options={stateOptions} />}
      />
    </>
  );
}
