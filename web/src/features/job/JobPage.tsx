import { jobApi, type Job } from '@zhiping/shared/contracts/job.ts';
import { lazy } from 'react';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { editorOf } from '../../kit/form/editor.ts';
import { EnabledSwitch } from '../../kit/list/EnabledSwitch.tsx';
import { enabledOptions, EnabledTag } from '../../kit/display/EnabledTag.tsx';
import { WorkbookButtons } from '../../kit/list/actions/WorkbookButtons.tsx';
import { Facts } from '../../kit/display/Facts.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { TimeRangeFilter } from '../../kit/list/filters/TimeRangeFilter.tsx';
import { call } from '../../lib/api.ts';
import { useList } from '../../lib/list-state.ts';
import { refresh } from '../../lib/query-client.ts';

const JobFields = lazy(() => import('./JobFields.tsx'));

const saveEnabled =
  ({ id, name, jobSort }: Job) =>
  async (enabled: boolean, version: number) => {
    await call(jobApi.update, { body: { id, name, jobSort, enabled, version } });
    await refresh(jobApi.list);
  };

const columns: Column<Job>[] = [
  text('name', '岗位名称', { isLink: true, mobile: 'title', width: 240, sort: 'name' }),
  text('jobSort', '排序', { width: 80, align: 'right', sort: 'jobSort' }),
  cell('enabled', '状态', (job) => <EnabledSwitch {...job} allow="job:edit" save={saveEnabled(job)} />, {
    width: 100,
    mobile: 'status',
  }),
  text('createTime', '创建时间', { width: 170, sort: 'createTime', mobile: 'field' }),
];

const JobFacts = (job: Job) => (
  <Facts
    items={[
      ['岗位名称', job.name],
      ['排序', job.jobSort],
      ['状态', <EnabledTag key="enabled" enabled={job.enabled} />],
      ['创建时间', job.createTime],
    ]}
  />
);

const editor = editorOf({
  api: jobApi,
  allow: { create: 'job:add', update: 'job:edit' },
  valuesOf: (job: Job | undefined) => ({
    name: job?.name,
    jobSort: job?.jobSort ?? 999,
    enabled: job?.enabled ?? true,
  }),
  fields: () => <JobFields />,
});

export default function JobPage() {
  const list = useList(jobApi.list);
  return (
    <ListPage
      title="岗位管理"
      row={{ noun: '岗位', idOf: ({ id }) => id, nameOf: ({ name }) => name, factsOf: JobFacts }}
      list={list}
      columns={columns}
      search={<TextFilter list={list} name="name" label="岗位名称" />}
      filters={
        <>
          <SelectFilter list={list} name="enabled" label="状态" options={enabledOptions} />
          <TimeRangeFilter list={list} label="创建时间" />
        </>
      }
      work={{ editor, removal: { api: jobApi.remove, allow: 'job:del' } }}
      tools={<WorkbookButtons noun="岗位" taskPrefix="job" api={jobApi} list={list} />}
    />
  );
}
