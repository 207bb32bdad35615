import { useQuery } from '@tanstack/react-query';
import { projectListApi, type ProjectRow } from '@zhiping/shared/contracts/project-list.ts';
import { levelWords, projectKinds } from '@zhiping/shared/rules/review-rule/facts.ts';
import { projectWaiting, publicityStages, publicityWords } from '@zhiping/shared/rules/project/waiting.ts';
import { Link } from 'react-router';
import { Facts } from '../../../kit/display/Facts.tsx';
import { Unbroken } from '../../../kit/display/Unbroken.tsx';
import { SuspendedCycles } from '../../../kit/display/SuspendedCycles.tsx';
import { useSubView } from '../../../kit/hooks/use-sub-view.ts';
import { ExportButton } from '../../../kit/list/actions/ExportButton.tsx';
import { cell, text, type Column } from '../../../kit/list/columns.tsx';
import { SelectFilter, TextFilter } from '../../../kit/list/filters/filters.tsx';
import { TimeRangeFilter } from '../../../kit/list/filters/TimeRangeFilter.tsx';
import { ListPage } from '../../../kit/list/ListPage.tsx';
import { useList } from '../../../lib/list-state.ts';
import { reading } from '../../../lib/query-client.ts';
import { useTabTitle } from '../../../lib/tab-context.ts';
import { usePermission } from '../../../lib/permission.ts';
import { useUser } from '../../../lib/session-store.ts';
import { DictText } from '../../../pickers/DictText.tsx';
import { SchoolFilter } from '../../../pickers/SchoolFilter.tsx';
import { useDict } from '../../../pickers/use-dict.ts';
import { ImportMaterials } from '../import/ImportMaterials.tsx';
import { ImportProjects } from '../import/ImportProjects.tsx';
import { useEligibilityActions } from '../eligibility/use-eligibility-actions.tsx';
import { ProjectStateTag, stateOptions, stepOptions } from './ProjectStateTag.tsx';
import { ProjectStates } from './ProjectStates.tsx';
import { unreadableReason } from './unreadable.tsx';
import { useSchoolActions } from './use-school-actions.tsx';
import { CycleFilter } from '../../../pickers/CycleFilter.tsx';

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const levelOptions = optionsOf(levelWords);
const kindOptions = optionsOf(projectKinds);
const waitingOptions = optionsOf(projectWaiting);
const publicityOptions = optionsOf(publicityStages);

const wordOf = (words: Readonly<Record<string, string>>, value: string | null) =>
  value && (words[value] ?? value);

const columns: Column<ProjectRow>[] = [
  text('no', '编号', { width: 120, sort: 'no', mobile: 'field' }),
  text('name', '姓名', { isLink: true, mobile: 'title', width: 110, sort: 'name' }),
  text('schoolName', '学校', { grows: true, width: 150, sort: 'schoolName', mobile: 'field' }),
  cell(
    'series',
    '申报系列',
    ({ titleSeries }) => titleSeries && <DictText dict="title_series" value={titleSeries} />,
    { width: 130, hidePriority: 2 },
  ),
  cell('level', '层级', ({ titleLevel }) => wordOf(levelWords, titleLevel), { width: 80, hidePriority: 3 }),
  text('titleName', '申报职称', { width: 110, mobile: 'field' }),
  cell('kind', '类型', ({ kind }) => wordOf(projectKinds, kind), { width: 100, hidePriority: 4 }),
  cell('state', '状态', ({ state, checkStep }) => <ProjectStateTag state={state} step={checkStep} />, {
    width: 100,
    mobile: 'status',
  }),
  cell(
    'publicity',
    '单位公示',
    ({ state, publicity }) =>
      state === 'unitPublicity' ? <Unbroken text={publicityWords(publicity)} /> : null,
    {
      width: 150,
      hidePriority: 6,
      mobile: 'named',
    },
  ),
  text('submittedAt', '提交时间', { width: 170, sort: 'submittedAt', mobile: 'named', hidePriority: 5 }),
  text('updateTime', '最近保存', { width: 170, sort: 'updateTime', hidePriority: 1 }),
];

/** Whether the project needs a check now. A project in publicity only waits to be reported later. */
const needsCheck = ({ isWaiting, state }: ProjectRow) => isWaiting && state !== 'unitPublicity';

const ProjectFacts = (row: ProjectRow) => (
  <Facts
    items={[
      ['编号', row.no],
      ['姓名', row.name],
      ['学校', row.schoolName],
      ['批次', row.cycleName],
      ['申报系列', row.titleSeries && <DictText key="series" dict="title_series" value={row.titleSeries} />],
      ['申报层级', wordOf(levelWords, row.titleLevel)],
      ['申报职称', row.titleName],
      ['申报类型', wordOf(projectKinds, row.kind)],
      ['状态', <ProjectStateTag key="state" state={row.state} step={row.checkStep} />],
      ...[unreadableReason(row)].flatMap((why) => (why === undefined ? [] : [['内容', why] as const])),
      ['提交时间', row.submittedAt],
      ['最近保存', row.updateTime],
    ]}
  />
);

/** The projects of the reader's schools, with counts by state above. */
export const ProjectListPage = () => {
  const list = useList(projectListApi.list);
  useTabTitle(undefined);
  const { dataScopes, supervisedSchools } = useUser();
  // Users who see all schools or supervise some have no school of their own to import for.
  const canImport =
    usePermission(['project:import']) && dataScopes !== null && supervisedSchools.length === 0;
  const opened = useSubView('id');
  const sheets = useSubView('sheet');
  const school = useSchoolActions();
  const bulkActions = [...school.bulkActions, ...useEligibilityActions()];
  const { options: series } = useDict('title_series');
  const { data: cycles = [] } = useQuery(reading(projectListApi.cycles));
  return (
    <>
      <SuspendedCycles cycles={cycles} cycleId={list.query.cycleId} />
      <ProjectStates list={list} />
      <ListPage
        title="申报审核"
        row={{ noun: '申报', idOf: ({ id }) => id, nameOf: ({ name }) => name, factsOf: ProjectFacts }}
        list={list}
        columns={columns}
        search={<TextFilter list={list} name="blurry" label="姓名、拼音或编号" />}
        filters={
          <>
            <CycleFilter list={list} cycles={cycles} />
            <SchoolFilter
              list={list}
              among={dataScopes && [...dataScopes, ...supervisedSchools]}
              label="学校"
            />
            <SelectFilter list={list} name="state" label="状态" options={stateOptions} />
            <SelectFilter list={list} name="checkStep" label="审核环节" options={stepOptions} />
            <SelectFilter list={list} name="titleSeries" label="申报系列" options={series} />
            <SelectFilter list={list} name="titleLevel" label="申报层级" options={levelOptions} />
            <TextFilter list={list} name="titleName" label="申报职称" />
            <SelectFilter list={list} name="kind" label="申报类型" options={kindOptions} />
            <SelectFilter list={list} name="waiting" label="需要关注" options={waitingOptions} />
            <SelectFilter list={list} name="publicity" label="单位公示" options={publicityOptions} />
            <TimeRangeFilter list={list} label="提交时间" />
            <TimeRangeFilter list={list} name="updateTime" label="最近保存" />
          </>
        }
        work={{
          bulkActions,
          rowActions: (row) => [
            {
              label: needsCheck(row) ? '审核' : '查看',
              allow: 'project:list',
              href: opened.hrefOf(row.id),
              reason: unreadableReason(row),
            },
          ],
        }}
        tools={
          <>
            <Link to={sheets.hrefOf('roster')}>汇总表</Link>
            {canImport && (
              <>
                <ImportProjects />
                <ImportMaterials />
              </>
            )}
            <ExportButton api={projectListApi.download} list={list} />
          </>
        }
      />
      {school.dialog}
    </>
  );
};
