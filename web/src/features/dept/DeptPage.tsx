import { EXPERT_DEPT_ID, SCHOOL_ROOT_IDS } from '@zhiping/shared/constants.ts';
import { deptApi, type Dept } from '@zhiping/shared/contracts/dept.ts';
import { lazy, useMemo } from 'react';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { editorOf } from '../../kit/form/editor.ts';
import { EnabledSwitch } from '../../kit/list/EnabledSwitch.tsx';
import { enabledOptions, EnabledTag } from '../../kit/display/EnabledTag.tsx';
import { ExportButton } from '../../kit/list/actions/ExportButton.tsx';
import { Facts } from '../../kit/display/Facts.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { TreePage } from '../../kit/tree/TreePage.tsx';
import { TimeRangeFilter } from '../../kit/list/filters/TimeRangeFilter.tsx';
import { call } from '../../lib/api.ts';
import { useRowDialog } from '../../kit/hooks/use-row-dialog.tsx';
import { useList } from '../../lib/list-state.ts';
import { refresh } from '../../lib/query-client.ts';

const DeptPane = lazy(() => import('../../pickers/DeptPane.tsx'));
const DeptFields = lazy(() => import('./DeptFields.tsx'));
const MoveDept = lazy(() => import('./MoveDept.tsx'));

const builtIn: readonly number[] = [EXPERT_DEPT_ID, ...SCHOOL_ROOT_IDS];

const saveEnabled =
  ({ id, pid, name, deptSort }: Dept) =>
  async (enabled: boolean, version: number) => {
    await call(deptApi.update, { body: { id, pid, name, deptSort, enabled, version } });
    await refresh(deptApi.list);
  };

const columns: Column<Dept>[] = [
  text('name', '部门名称', { isLink: true, mobile: 'title', width: 200, sort: 'name' }),
  cell('chain', '上级', ({ chain }) => chain, { grows: true, width: 170, mobile: 'field', hidePriority: 4 }),
  cell('subCount', '下级', ({ subCount }) => (subCount > 0 ? `${subCount} 个` : null), {
    width: 80,
    align: 'right',
    mobile: 'named',
    hidePriority: 3,
  }),
  text('deptSort', '排序', { width: 70, align: 'right', sort: 'deptSort', hidePriority: 2 }),
  cell('enabled', '状态', (dept) => <EnabledSwitch {...dept} allow="dept:edit" save={saveEnabled(dept)} />, {
    width: 84,
    mobile: 'status',
  }),
  text('createTime', '创建时间', { width: 170, sort: 'createTime', hidePriority: 1 }),
];

/** The tree beside the list already shows the parents. */
const belowOne = columns.filter(({ key }) => key !== 'chain');

const DeptFacts = (dept: Dept) => (
  <Facts
    items={[
      ['部门名称', dept.name],
      ['下级部门', dept.subCount],
      ['排序', dept.deptSort],
      ['状态', <EnabledTag key="enabled" enabled={dept.enabled} />],
      ['创建时间', dept.createTime],
    ]}
  />
);

/** A new department starts below the department that is selected in the tree. */
const editorBelow = (pid: number | undefined) =>
  editorOf({
    api: deptApi,
    allow: { create: 'dept:add', update: 'dept:edit' },
    valuesOf: (dept: Dept | undefined) => ({
      pid: dept ? dept.pid : (pid ?? null),
      name: dept?.name,
      deptSort: dept?.deptSort ?? 999,
      enabled: dept?.enabled ?? true,
    }),
    fields: (dept) => <DeptFields id={dept?.id} />,
    refreshes: [deptApi.superior2],
  });

export default function DeptPage() {
  const list = useList(deptApi.list);
  const { pid } = list.query;
  // A state filter alone would list only root departments, so filtering searches all levels.
  const listed = {
    ...list,
    set: (patch: Parameters<typeof list.set>[0]) =>
      list.set(
        'enabled' in patch ? { ...patch, flat: patch.enabled === undefined ? undefined : true } : patch,
      ),
  };
  const editor = useMemo(() => editorBelow(pid), [pid]);
  const moving = useRowDialog(MoveDept);

  return (
    <TreePage
      label="部门"
      tree={(onDone) => (
        <DeptPane
          selected={pid}
          onSelect={(id) => {
            list.set({ pid: id });
            onDone();
          }}
        />
      )}
    >
      <ListPage
        title="部门管理"
        row={{ noun: '部门', idOf: ({ id }) => id, nameOf: ({ name }) => name, factsOf: DeptFacts }}
        list={list}
        columns={pid ? belowOne : columns}
        search={<TextFilter list={list} name="name" label="名称或拼音" />}
        filters={
          <>
            <SelectFilter list={listed} name="enabled" label="状态" options={enabledOptions} />
            <TimeRangeFilter list={list} label="创建时间" />
          </>
        }
        work={{
          editor,
          removal: {
            api: deptApi.remove,
            allow: 'dept:del',
            consequence: '下级部门将一并删除。',
            refreshes: [deptApi.superior2],
            reason: ({ id }) => (builtIn.includes(id) ? '内置部门不能删除' : undefined),
          },
          rowActions: (dept) => [
            {
              label: '移动到…',
              allow: 'dept:edit',
              reason: builtIn.includes(dept.id) ? '内置部门不能移动' : undefined,
              run: () => moving.open(dept),
            },
          ],
        }}
        tools={<ExportButton api={deptApi.download} list={list} />}
      />
      {moving.dialog}
    </TreePage>
  );
}
