import { OTHER_UNITS_PID, TOP_SCHOOL_PID } from '@zhiping/shared/constants.ts';
import { schoolApi, type School } from '@zhiping/shared/contracts/school.ts';
import { useList } from '../../lib/list-state.ts';
import { cell, text, type Column } from '../../kit/columns.tsx';
import { enabledOptions, EnabledTag } from '../../kit/EnabledTag.tsx';
import { SelectFilter, TextFilter } from '../../kit/filters.tsx';
import { ListPage } from '../../kit/ListPage.tsx';
import { provinces, schoolLevels } from './school-options.ts';
import { SchoolFacts } from './SchoolFacts.tsx';

const roots = [
  { value: TOP_SCHOOL_PID, label: '高等学校' },
  { value: OTHER_UNITS_PID, label: '直属及其他单位' },
];

const columns: Column<School>[] = [
  text('name', '学校名称', { isLink: true, mobile: 'title', width: 240, sort: 'name' }),
  text('code', '学校标识码', { width: 120, sort: 'code' }),
  text('province', '省份', { width: 140, sort: 'province', mobile: 'field' }),
  text('city', '所在地', { width: 120 }),
  text('level', '办学层次', { width: 100, sort: 'level', mobile: 'field' }),
  text('department', '主管部门', { width: 180, mobile: 'field' }),
  cell('enabled', '状态', ({ enabled }) => <EnabledTag enabled={enabled} />, { width: 80, mobile: 'status' }),
];

export default function SchoolPage() {
  const list = useList(schoolApi.list);
  return (
    <ListPage
      title="学校管理"
      noun="学校"
      list={list}
      columns={columns}
      idOf={({ id }) => id}
      search={<TextFilter list={list} name="blurry" label="名称、代码或拼音" />}
      filters={
        <>
          <SelectFilter list={list} name="pid" label="单位类别" options={roots} />
          <SelectFilter list={list} name="province" label="省份" options={provinces} />
          <SelectFilter list={list} name="level" label="办学层次" options={schoolLevels} />
          <SelectFilter list={list} name="enabled" label="状态" options={enabledOptions} />
        </>
      }
      detail={{ title: ({ name }) => name, content: (school) => <SchoolFacts school={school} /> }}
    />
  );
}
