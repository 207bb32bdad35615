import { schoolApi, type School } from '@zhiping/shared/contracts/school.ts';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../lib/api.ts';
import { useList } from '../../lib/list-state.ts';
import { refresh } from '../../lib/query-client.ts';
import { useUser } from '../../lib/session-store.ts';
import { useTabTitle } from '../../lib/tab-context.ts';
import { cell, text, type Column } from '../../kit/columns.tsx';
import { editorOf } from '../../kit/editor.ts';
import { EnabledSwitch } from '../../kit/EnabledSwitch.tsx';
import { enabledOptions, EnabledTag } from '../../kit/EnabledTag.tsx';
import { ExportButton } from '../../kit/ExportButton.tsx';
import { SelectFilter, TextFilter } from '../../kit/filters.tsx';
import { hasFilters } from '../../kit/list.ts';
import { ListPage } from '../../kit/ListPage.tsx';
import { Loading } from '../../kit/states.tsx';
import { TreePage } from '../../kit/TreePage.tsx';
import { provinces, schoolLevels } from './school-options.ts';
import { SchoolFacts } from './SchoolFacts.tsx';

const SchoolFields = lazy(() => import('./SchoolFields.tsx'));
const SchoolPane = lazy(() => import('../../pickers/SchoolPane.tsx'));
const MergeSchool = lazy(() => import('./MergeSchool.tsx'));

const saveEnabled = (school: School) => async (enabled: boolean, version: number) => {
  await call(schoolApi.update, { body: { ...school, enabled, version } });
  await refresh(schoolApi.list, schoolApi.all);
};

/** Whoever has a limited scope maintains what is below the top of it, not the top itself. */
const useTopReason = () => {
  const { dataScopes } = useUser();
  return ({ pid }: School) =>
    dataScopes !== null && !dataScopes.includes(pid) ? '本校信息由评审办公室维护' : undefined;
};

const SchoolState = ({ school }: { school: School }) => {
  const reasonOf = useTopReason();
  if (school.mergedInto) return `已并入${school.mergedInto.name}`;
  if (reasonOf(school)) return <EnabledTag enabled={school.enabled} />;
  return <EnabledSwitch {...school} allow="school:edit" save={saveEnabled(school)} />;
};

const columns: Column<School>[] = [
  text('name', '学校名称', { isLink: true, mobile: 'title', width: 180, sort: 'name' }),
  cell('parent', '上级', ({ chain, parentName }) => chain ?? parentName, {
    grows: true,
    width: 140,
    mobile: 'field',
    givesWay: 4,
  }),
  cell('enabled', '状态', (school) => <SchoolState school={school} />, { width: 84, mobile: 'status' }),
  text('code', '标识码', { width: 99, sort: 'code', givesWay: 7 }),
  text('province', '省份', { width: 100, sort: 'province', mobile: 'field', givesWay: 6 }),
  text('level', '层次', { width: 80, sort: 'level', mobile: 'field', givesWay: 5 }),
  cell('subCount', '下属单位', ({ subCount }) => (subCount > 0 ? `${subCount} 个` : null), {
    width: 90,
    align: 'right',
    givesWay: 3,
  }),
  text('city', '所在地', { width: 120, givesWay: 2 }),
  text('department', '主管部门', { grows: true, width: 180, mobile: 'field', givesWay: 1 }),
];

/** A search finds units too, which are called alike at many schools: where they belong gives way last. */
const columnsOfSearch = columns.map((column) =>
  column.key === 'parent' ? { ...column, givesWay: 8 } : column,
);

/** What the page is to somebody of a school, who maintains nothing but what belongs to it. */
const OWN_UNITS = '下属单位';

/** A new school begins below the one that is chosen in the tree. */
const editorBelow = (pid: number | undefined, reason: (school: School) => string | undefined) =>
  editorOf({
    api: schoolApi,
    allow: { create: 'school:add', update: 'school:edit' },
    valuesOf: (school: School | undefined) => ({
      pid: school?.pid ?? pid,
      name: school?.name,
      code: school?.code,
      province: school?.province,
      city: school?.city,
      level: school?.level,
      department: school?.department,
      note: school?.note,
      deptSort: school?.deptSort ?? 999,
      enabled: school?.enabled ?? true,
    }),
    fields: (school) => <SchoolFields id={school?.id} />,
    refreshes: [schoolApi.all],
    reason,
  });

export default function SchoolPage() {
  const list = useList(schoolApi.list);
  const { pid } = list.query;
  const reason = useTopReason();
  const editor = editorBelow(pid, reason);
  const [merging, setMerging] = useState<School>();
  const isOfficer = useUser().dataScopes !== null;
  useTabTitle(isOfficer ? OWN_UNITS : undefined);

  return (
    <TreePage
      label="学校"
      tree={(onDone) => (
        <Suspense fallback={<Loading />}>
          <SchoolPane
            selected={pid}
            onSelect={(id) => {
              list.set({ pid: id });
              onDone();
            }}
          />
        </Suspense>
      )}
    >
      <ListPage
        title={isOfficer ? OWN_UNITS : '学校管理'}
        noun={isOfficer ? '单位' : '学校'}
        list={list}
        columns={hasFilters(list) ? columnsOfSearch : columns}
        idOf={({ id }) => id}
        search={<TextFilter list={list} name="blurry" label="名称、代码或拼音" />}
        filters={
          <>
            <SelectFilter list={list} name="province" label="省份" options={provinces} />
            <SelectFilter list={list} name="level" label="办学层次" options={schoolLevels} />
            <SelectFilter list={list} name="enabled" label="状态" options={enabledOptions} />
          </>
        }
        detail={{ title: ({ name }) => name, content: (school) => <SchoolFacts school={school} /> }}
        editor={editor}
        removal={{
          api: schoolApi.remove,
          allow: 'school:del',
          consequence: '下属单位将一并删除。',
          refreshes: [schoolApi.all],
          reason,
        }}
        rowActions={(school) => [
          {
            label: '合并到…',
            allow: 'school:merge',
            isRare: true,
            reason: school.mergedInto ? '已并入其他学校' : undefined,
            run: () => setMerging(school),
          },
        ]}
        tools={<ExportButton api={schoolApi.download} list={list} />}
      />
      <Suspense fallback={null}>
        {merging && <MergeSchool school={merging} onClose={() => setMerging(undefined)} />}
      </Suspense>
    </TreePage>
  );
}
