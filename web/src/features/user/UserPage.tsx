import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { userApi, type User } from '@zhiping/shared/contracts/user.ts';
import { Tag } from 'antd';
import { lazy } from 'react';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { editorOf } from '../../kit/form/editor.ts';
import { enabledOptions } from '../../kit/display/EnabledTag.tsx';
import { WorkbookButtons } from '../../kit/list/actions/WorkbookButtons.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { TreePage } from '../../kit/tree/TreePage.tsx';
import { TimeRangeFilter } from '../../kit/list/filters/TimeRangeFilter.tsx';
import { useList } from '../../lib/list-state.ts';
import { useUserActions } from './use-user-actions.ts';
import { UserFacts } from './UserFacts.tsx';
import { UserSwitch } from './UserSwitch.tsx';

const DeptPane = lazy(() => import('../../pickers/DeptPane.tsx'));
const UserFields = lazy(() => import('./UserFields.tsx'));

const UserName = ({ username, lock }: User) => (
  <>
    {username} {lock && <Tag color="warning">登录锁定</Tag>}
  </>
);

const columns: Column<User>[] = [
  cell('username', '用户名', (user) => <UserName {...user} />, {
    isLink: true,
    mobile: 'title',
    width: 112,
    sort: 'username',
  }),
  text('nickName', '昵称', { width: 96, sort: 'nickName', mobile: 'field', hidePriority: 6 }),
  cell('dept', '部门', ({ dept }) => dept?.name, {
    grows: true,
    width: 112,
    mobile: 'field',
    hidePriority: 4,
  }),
  cell('roles', '角色', ({ roles }) => roles.map(({ name }) => name).join('、'), {
    grows: true,
    width: 112,
    mobile: 'field',
    hidePriority: 5,
  }),
  text('phone', '手机号码', { width: 120, hidePriority: 3 }),
  text('email', '邮箱', { width: 200, hidePriority: 1 }),
  cell('enabled', '状态', (user) => <UserSwitch user={user} />, { width: 84, mobile: 'status' }),
  text('createTime', '创建时间', { width: 160, sort: 'createTime', hidePriority: 2 }),
];

const editor = editorOf({
  api: userApi,
  allow: { create: 'user:add', update: 'user:edit' },
  valuesOf: (user: User | undefined) => ({
    username: user?.username,
    nickName: user?.nickName,
    gender: (user?.gender ?? null) as '男' | '女' | null,
    phone: user?.phone ?? undefined,
    email: user?.email ?? undefined,
    dept: user?.dept ?? undefined,
    roles: user?.roles ?? [],
    jobs: user?.jobs ?? [],
    enabled: user?.enabled ?? true,
  }),
  reason: ({ can }) => reasonOf(can.edit),
  fields: (user) => <UserFields isNew={user === undefined} />,
});

export default function UserPage() {
  const list = useList(userApi.list);
  const { rowActions, bulkActions } = useUserActions();

  return (
    <TreePage
      label="部门"
      tree={(onDone) => (
        <DeptPane
          selected={list.query.deptId}
          onSelect={(deptId) => {
            list.set({ deptId });
            onDone();
          }}
        />
      )}
    >
      <ListPage
        title="用户管理"
        row={{ noun: '用户', idOf: ({ id }) => id, nameOf: ({ nickName }) => nickName, factsOf: UserFacts }}
        list={list}
        columns={columns}
        search={<TextFilter list={list} name="blurry" label="用户名、昵称或邮箱" />}
        filters={
          <>
            <SelectFilter list={list} name="enabled" label="状态" options={enabledOptions} />
            <TimeRangeFilter list={list} label="创建时间" />
          </>
        }
        work={{
          editor,
          removal: {
            api: userApi.remove,
            allow: 'user:del',
            consequence: '已登录的会话立即结束。',
            reason: ({ can }) => reasonOf(can.delete),
          },
          rowActions,
          bulkActions,
        }}
        tools={<WorkbookButtons noun="用户" taskPrefix="user" api={userApi} list={list} />}
      />
    </TreePage>
  );
}
