import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { schoolApi, type School } from '@zhiping/shared/contracts/school.ts';
import { lazy } from 'react';
import { call } from '../../lib/api.ts';
import { useRowDialog } from '../../kit/hooks/use-row-dialog.tsx';
import { useList } from '../../lib/list-state.ts';
import { refresh } from '../../lib/query-client.ts';
import { useUser } from '../../lib/session-store.ts';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { editorOf } from '../../kit/form/editor.ts';
import { EnabledSwitch } from '../../kit/list/EnabledSwitch.tsx';
import { enabledOptions, EnabledTag } from '../../kit/display/EnabledTag.tsx';
import { ExportButton } from '../../kit/list/actions/ExportButton.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { hasFilters } from '../../kit/list/list.ts';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { TreePage } from '../../kit/tree/TreePage.tsx';
import { provinceFilters, schoolLevels } from './school-options.ts';
import { SchoolFacts } from './SchoolFacts.tsx';

const SchoolFields = lazy(() => import('./SchoolFields.tsx'));
const SchoolPane = lazy(() => import('../../pickers/SchoolPane.tsx'));
const MergeSchool = lazy(() => import('./MergeSchool.tsx'));

const saveEnabled = (school: School) => async (enabled: boolean, version: number) => {
  await call(schoolApi.update, { body: { ...school, enabled, version } });
  await refresh(schoolApi.list, schoolApi.all);
};

const SchoolState = ({ school }: { school: School }) => {
  if (school.mergedInto) return `已并入${school.mergedInto.name}`;
  if (school.can.edit !== true) return <EnabledTag enabled={school.enabled} />;
  return <EnabledSwitch {...school} allow="school:edit" save={saveEnabled(school)} />;
};

const columnsFor = (noun: string): Column<School>[] => [
  text('name', `${noun}名称`, { isLink: true, mobile: 'title', width: 160, sort: 'name' }),
  cell('parent', '上级', ({ chain, parentName }) => chain ?? parentName, {
    grows: true,
    width: 140,
    mobile: 'field',
    hidePriority: 1,
  }),
  cell('enabled', '状态', (school) => <SchoolState school={school} />, { width: 84, mobile: 'status' }),
  text('code', '标识码', { width: 99, sort: 'code', hidePriority: 7 }),
  text('province', '省份', { width: 100, sort: 'province', mobile: 'field', hidePriority: 6 }),
  text('level', '层次', { width: 68, sort: 'level', mobile: 'field', hidePriority: 5 }),
  cell('subCount', '下属单位', ({ subCount }) => (subCount > 0 ? `${subCount} 个` : null), {
    width: 90,
    align: 'right',
    hidePriority: 4,
  }),
  text('city', '所在地', { width: 120, hidePriority: 3 }),
  text('department', '主管部门', { grows: true, width: 180, mobile: 'field', hidePriority: 2 }),
];

/**
 * Units of different schools share names, and a search finds them too, so the column of their parent is hidden last.
 */
const withUnits = (column: Column<School>) =>
  column.key === 'parent' ? { ...column, hidePriority: 8 } : column;

const columnsOfOffice = columnsFor('学校');
const forOffice = {
  title: '学校管理',
  noun: '学校',
  columns: columnsOfOffice,
  columnsOfSearch: columnsOfOffice.map(withUnits),
};
/** Officers of a school only maintain its units, as their menu says. */
const columnsOfOfficer = columnsFor('单位').map(withUnits);
const forOfficer = {
  title: '下属单位',
  noun: '单位',
  columns: columnsOfOfficer,
  columnsOfSearch: columnsOfOfficer,
};

/** A new school starts below the school that is selected in the tree. */
const editorBelow = (pid: number | undefined) =>
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
      bodyId: school?.body?.id,
      note: school?.note,
      deptSort: school?.deptSort ?? 999,
      enabled: school?.enabled ?? true,
    }),
    fields: (school) => <SchoolFields id={school?.id} />,
    refreshes: [schoolApi.all],
    reason: ({ can }) => reasonOf(can.edit),
  });

export default function SchoolPage() {
  const list = useList(schoolApi.list);
  const { pid, province } = list.query;
  const editor = editorBelow(pid);
  const merging = useRowDialog(MergeSchool);
  const { title, noun, columns, columnsOfSearch } = useUser().dataScopes === null ? forOffice : forOfficer;

  return (
    <TreePage
      label={noun}
      tree={(onDone) => (
        <SchoolPane
          label={noun}
          place={{ pid, province }}
          onSelect={(place) => {
            list.set(place);
            onDone();
          }}
        />
      )}
    >
      <ListPage
        title={title}
        row={{
          noun,
          idOf: ({ id }) => id,
          nameOf: ({ name }) => name,
          factsOf: (school) => <SchoolFacts school={school} noun={noun} />,
        }}
        list={list}
        columns={hasFilters(list) ? columnsOfSearch : columns}
        search={<TextFilter list={list} name="blurry" label="名称、代码或拼音" />}
        filters={
          <>
            <SelectFilter list={list} name="province" label="省份" options={provinceFilters} />
            <SelectFilter list={list} name="level" label="办学层次" options={schoolLevels} />
            <SelectFilter list={list} name="enabled" label="状态" options={enabledOptions} />
          </>
        }
        work={{
          editor,
          removal: {
            api: schoolApi.remove,
            allow: 'school:del',
            consequence: '下属单位将一并删除。',
            refreshes: [schoolApi.all],
            reason: ({ can }) => reasonOf(can.delete),
          },
          rowActions: (school) => [
            {
              label: '合并到…',
              allow: 'school:merge',
              isRare: true,
              reason: reasonOf(school.can.merge),
              run: () => merging.open(school),
            },
          ],
        }}
        tools={<ExportButton api={schoolApi.download} list={list} />}
      />
      {merging.dialog}
    </TreePage>
  );
}
