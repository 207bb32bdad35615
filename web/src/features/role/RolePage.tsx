import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { useQuery } from '@tanstack/react-query';
import { roleApi, type Role } from '@zhiping/shared/contracts/role.ts';
import { lazy, useMemo } from 'react';
import { text, type Column } from '../../kit/list/columns.tsx';
import { EditDrawer } from '../../kit/form/EditDrawer.tsx';
import { editorOf } from '../../kit/form/editor.ts';
import { ExportButton } from '../../kit/list/actions/ExportButton.tsx';
import { Facts } from '../../kit/display/Facts.tsx';
import { TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { TimeRangeFilter } from '../../kit/list/filters/TimeRangeFilter.tsx';
import { call } from '../../lib/api.ts';
import { useList } from '../../lib/list-state.ts';
import { reading } from '../../lib/query-client.ts';

const RoleFields = lazy(() => import('./RoleFields.tsx'));
const RoleMenus = lazy(() => import('./RoleMenus.tsx'));

const LOWEST_LEVEL = 100;

const idOf = ({ id }: Role) => id;
const nameOf = ({ name }: Role) => name;
const findLatest = ({ id }: Role) => call(roleApi.read, { params: { id } });

const columns: Column<Role>[] = [
  text('name', '角色名称', { isLink: true, mobile: 'title', width: 180, sort: 'name' }),
  text('level', '级别', { width: 80, align: 'right', sort: 'level', hidePriority: 2 }),
  text('dataScope', '数据范围', { width: 120, mobile: 'status' }),
  text('description', '描述', { grows: true, width: 240, mobile: 'field' }),
  text('createTime', '创建时间', { width: 170, sort: 'createTime', hidePriority: 1 }),
];

const RoleFacts = (role: Role) => (
  <Facts
    items={[
      ['角色名称', role.name],
      ['级别', role.level],
      ['数据范围', role.dataScope],
      ['范围部门', role.depts.map(({ name }) => name).join('、')],
      ['菜单权限', `${role.menus.length} 项`],
      ['描述', role.description],
      ['创建时间', role.createTime],
    ]}
  />
);

const editRefusal = ({ can }: Role) => reasonOf(can.edit);

const editorsAt = (ownLevel: number) => {
  const role = editorOf({
    api: roleApi,
    allow: { create: 'roles:add', update: 'roles:edit' },
    valuesOf: (one: Role | undefined) => ({
      name: one?.name,
      level: one?.level ?? Math.min(ownLevel + 1, LOWEST_LEVEL - 1),
      dataScope: one?.dataScope ?? '本级',
      depts: one?.depts ?? [],
      description: one?.description,
    }),
    fields: () => <RoleFields ownLevel={ownLevel} />,
    refreshes: [roleApi.all, roleApi.read],
    reason: editRefusal,
  });
  const menus = editorOf({
    api: { create: roleApi.saveMenus, update: roleApi.saveMenus },
    allow: { update: 'roles:edit' },
    valuesOf: (one: Role | undefined) => ({ menus: one?.menus }),
    fields: () => <RoleMenus />,
    refreshes: [roleApi.list, roleApi.read],
  });
  return { role, menus };
};

export default function RolePage() {
  const list = useList(roleApi.list);
  const { data } = useQuery(reading(roleApi.level));
  const ownLevel = data?.level ?? LOWEST_LEVEL;
  const editors = useMemo(() => editorsAt(ownLevel), [ownLevel]);
  const menus = useSubView('menus');
  const isLoaded = !list.result.isFetching && !list.result.isError;

  return (
    <>
      <ListPage
        title="角色管理"
        row={{ noun: '角色', idOf, nameOf, factsOf: RoleFacts }}
        list={list}
        columns={columns}
        search={<TextFilter list={list} name="blurry" label="名称或描述" />}
        filters={<TimeRangeFilter list={list} label="创建时间" />}
        work={{
          editor: editors.role,
          removal: {
            api: roleApi.remove,
            allow: 'roles:del',
            refreshes: [roleApi.all],
            reason: ({ can }) => reasonOf(can.remove),
          },
          rowActions: (role) => [
            {
              label: '分配菜单',
              allow: 'roles:edit',
              reason: editRefusal(role),
              href: menus.hrefOf(role.id),
            },
          ],
        }}
        tools={<ExportButton api={roleApi.download} list={list} />}
      />
      <EditDrawer
        {...{ idOf, nameOf, findLatest, isLoaded }}
        noun="角色菜单"
        param="menus"
        editor={editors.menus}
        rows={list.rows}
        onSaved={() => {}}
      />
    </>
  );
}
