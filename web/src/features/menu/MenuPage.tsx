import { DownOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { menuApi, type Menu } from '@zhiping/shared/contracts/menu.ts';
import { Button } from 'antd';
import { lazy, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useActionsOf, type RowAction } from '../../kit/list/actions/actions.ts';
import { Can } from '../../kit/display/Can.tsx';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { DetailDrawer } from '../../kit/layout/DetailDrawer.tsx';
import { EditDrawer, NEW } from '../../kit/form/EditDrawer.tsx';
import { ExportButton } from '../../kit/list/actions/ExportButton.tsx';
import { FilterBar } from '../../kit/list/filters/FilterBar.tsx';
import { TextFilter } from '../../kit/list/filters/filters.tsx';
import { hasFilters } from '../../kit/list/list.ts';
import '../../kit/list/list-page.css';
import { ListRows } from '../../kit/list/ListRows.tsx';
import { PrintButton } from '../../kit/display/PrintButton.tsx';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { fittingColumns } from '../../kit/list/table-view.ts';
import { useChangedRow } from '../../kit/list/use-changed-row.ts';
import { useRemoval } from '../../kit/list/actions/use-removal.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { useWidth } from '../../kit/hooks/use-width.ts';
import { useRowDialog } from '../../kit/hooks/use-row-dialog.tsx';
import { useList } from '../../lib/list-state.ts';
import { useCommands } from '../../lib/commands.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import { editorBelow, findLatestMenu } from './menu-editor.tsx';
import { BUTTON, TypeTag } from './menu-types.tsx';
import { MenuFacts } from './MenuFacts.tsx';
import './menu-page.css';
import { useMenuRows, type MenuRow } from './use-menu-rows.ts';

const MoveMenu = lazy(() => import('./MoveMenu.tsx'));

const idOf = ({ id }: Menu) => id;
const nameOf = ({ title }: Menu) => title;

const columns: Column<MenuRow>[] = [
  text('title', '标题', { isLink: true, mobile: 'title', width: 220 }),
  cell('type', '类型', ({ type }) => <TypeTag type={type} />, { width: 80, mobile: 'status' }),
  text('menuSort', '排序', { width: 70, align: 'right', hidePriority: 3 }),
  text('path', '路由地址', { grows: true, width: 160, mobile: 'field' }),
  text('permission', '权限标识', { width: 130, mobile: 'field' }),
  text('component', '页面组件', { width: 160, hidePriority: 1 }),
  cell('hidden', '隐藏', ({ hidden }) => (hidden ? '是' : null), { width: 70, hidePriority: 2 }),
];

/** Padding of the panel and width of the actions, in pixels. */
const BESIDE_COLUMNS = 32 + 150;

const removal = {
  api: menuApi.remove,
  allow: 'menu:del',
  consequence: '下级菜单和按钮将一并删除，并从所有角色中移除。',
  refreshes: [menuApi.lazy],
} as const;

export default function MenuPage() {
  const list = useList(menuApi.list);
  const isMobile = useIsMobile();
  const navigate = useNavigate();
  const tree = useMenuRows(list.rows, hasFilters(list));
  const { changed, setChanged } = useChangedRow();
  const { ref, width } = useWidth<HTMLElement>();
  const moving = useRowDialog(MoveMenu);
  const remove = useRemoval({ noun: '菜单', idOf, nameOf });
  const view = useSubView('view');
  const edit = useSubView('edit');
  const viewed = tree.shown.find(({ id }) => String(id) === view.value);
  const [params] = useSearchParams();
  const under = Number(params.get('under')) || null;
  const editor = useMemo(() => editorBelow(under), [under]);

  const createBelow = (id: number | undefined) => {
    const next = new URLSearchParams(edit.hrefOf(NEW));
    next.delete('under');
    if (id !== undefined) next.set('under', String(id));
    return `?${next}`;
  };
  const create = () => void navigate(createBelow(undefined));
  useCommands([{ label: '刷新菜单列表', run: () => void list.result.refetch() }]);

  const actionsOf = (menu: MenuRow): RowAction[] => [
    { label: '编辑', allow: 'menu:edit', href: edit.hrefOf(menu.id), shortcut: 'F2' },
    ...(menu.type === BUTTON
      ? []
      : [{ label: '新增下级', allow: 'menu:add' as const, href: createBelow(menu.id) }]),
    { label: '移动到…', allow: 'menu:edit', run: () => moving.open(menu) },
    {
      label: '删除',
      allow: 'menu:del',
      isDanger: true,
      shortcut: 'Delete',
      run: () => remove(removal, [menu]),
    },
  ];

  const search = <TextFilter list={list} name="blurry" label="标题、组件或权限" />;
  const permittedActions = useActionsOf(actionsOf, tree.shown);

  const toggle = (menu: MenuRow) => {
    const isOpen = tree.opened.includes(menu.id);
    return (
      <span className="tree-toggle card-lead" style={{ marginInlineStart: isMobile ? menu.depth * 16 : 0 }}>
        {menu.children && (
          <Button
            type="text"
            icon={isOpen ? <DownOutlined /> : <RightOutlined />}
            aria-label={`${isOpen ? '收起' : '展开'} ${menu.title}`}
            aria-expanded={isOpen}
            onClick={() => tree.toggle(menu)}
          />
        )}
      </span>
    );
  };

  return (
    <section className="panel list-panel" ref={ref}>
      <PageHead title="菜单管理">
        <Can roles={['menu:add']}>
          <Button type="primary" icon={<PlusOutlined />} onClick={create}>
            新增菜单
          </Button>
        </Can>
        <ExportButton api={menuApi.download} list={list} />
        <PrintButton label="打印列表" />
      </PageHead>
      <div className="list-tools">
        <FilterBar list={list} search={search} />
      </div>
      <ListRows
        list={{ ...list, rows: isMobile ? tree.shown : tree.rows }}
        columns={isMobile ? columns : fittingColumns(columns, width - BESIDE_COLUMNS, [])}
        idOf={idOf}
        noun="菜单"
        nameOf={nameOf}
        actionsOf={permittedActions}
        changed={changed}
        printed={{
          title: '菜单管理',
          list: { ...list, rows: tree.shown },
          columns,
          filters: search,
        }}
        beforeName={toggle}
        expandable={{
          expandedRowKeys: tree.opened,
          expandIcon: ({ record }) => toggle(record),
        }}
      />
      <DetailDrawer title={viewed?.title ?? '菜单'} isOpen={viewed !== undefined} onClose={view.close}>
        {viewed && MenuFacts(viewed)}
      </DetailDrawer>
      <EditDrawer<Menu>
        {...{ editor, idOf, nameOf }}
        noun="菜单"
        rows={tree.shown}
        isLoaded={!list.result.isFetching}
        findLatest={findLatestMenu}
        onSaved={setChanged}
      />
      {moving.dialog}
    </section>
  );
}
