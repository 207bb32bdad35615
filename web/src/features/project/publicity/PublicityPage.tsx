import { useQuery } from '@tanstack/react-query';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { publicityApi, type PublicityRow, publicityStandings } from '@zhiping/shared/contracts/publicity.ts';
import { Facts } from '../../../kit/display/Facts.tsx';
import { SuspendedCycles } from '../../../kit/display/SuspendedCycles.tsx';
import { useSubView } from '../../../kit/hooks/use-sub-view.ts';
import { cell, text, type Column } from '../../../kit/list/columns.tsx';
import { SelectFilter } from '../../../kit/list/filters/filters.tsx';
import { ListPage } from '../../../kit/list/ListPage.tsx';
import { useList } from '../../../lib/list-state.ts';
import { reading } from '../../../lib/query-client.ts';
import { PublicityScreen } from './PublicityScreen.tsx';
import { StandingTag } from './StandingTag.tsx';
import { CycleFilter } from '../../../pickers/CycleFilter.tsx';

const standingOptions = Object.entries(publicityStandings).map(([value, label]) => ({ value, label }));

const columns: Column<PublicityRow>[] = [
  text('cycleName', '批次', { isLink: true, mobile: 'title', width: 220, grows: true }),
  text('schoolName', '学校', { grows: true, width: 150, mobile: 'field' }),
  cell('people', '人数', ({ people }) => `${people} 人`, {
    width: 80,
    align: 'right',
    mobile: 'field',
    hidePriority: 2,
  }),
  text('startsOn', '开始', { width: 120, sort: 'startsOn', mobile: 'named', hidePriority: 1 }),
  text('endsOn', '期满', { width: 120, sort: 'endsOn', mobile: 'named' }),
  cell('objections', '未办结异议', ({ openObjections }) => openObjections || null, {
    width: 110,
    align: 'right',
    mobile: 'named',
  }),
  cell('standing', '状态', ({ standing }) => <StandingTag standing={standing} />, {
    width: 100,
    mobile: 'status',
  }),
];

const PublicityFacts = (row: PublicityRow) => (
  <Facts
    items={[
      ['批次', row.cycleName],
      ['学校', row.schoolName],
      ['人数', `${row.people} 人`],
      ['公示时间', `${row.startsOn} 至 ${row.endsOn}（${row.workingDays} 个工作日）`],
      ['未办结异议', `${row.openObjections} 件`],
      ['状态', <StandingTag key="standing" standing={row.standing} />],
    ]}
  />
);

const PublicityList = () => {
  const list = useList(publicityApi.list);
  const opened = useSubView('id');
  const { data: cycles = [] } = useQuery(reading(projectListApi.cycles));
  return (
    <>
      <SuspendedCycles cycles={cycles} cycleId={list.query.cycleId} />
      <ListPage
        title="单位公示"
        row={{
          noun: '公示',
          idOf: ({ id }) => id,
          nameOf: ({ schoolName, startsOn }) => `${schoolName} ${startsOn}`,
          factsOf: PublicityFacts,
        }}
        list={list}
        columns={columns}
        search={<CycleFilter list={list} cycles={cycles} />}
        filters={<SelectFilter list={list} name="standing" label="状态" options={standingOptions} />}
        work={{
          rowActions: ({ id }) => [{ label: '打开', allow: 'project:list', href: opened.hrefOf(id) }],
        }}
      />
    </>
  );
};

/** The publicities of the reader's schools, or one of them. They are started from the list of projects. */
export default function PublicityPage() {
  const { value, close } = useSubView('id');
  return value === null ? (
    <PublicityList />
  ) : (
    <PublicityScreen key={value} id={Number(value)} onLeave={close} />
  );
}
