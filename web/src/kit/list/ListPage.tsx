import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { announce } from '../../lib/announce.ts';
import { useCommands } from '../../lib/commands.ts';
import { print } from '../../lib/print.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import { useActionsOf, type RowAction } from './actions/actions.ts';
import type { RowsProps } from './DataTable.tsx';
import { DetailBar } from './DetailBar.tsx';
import { DetailDrawer } from '../layout/DetailDrawer.tsx';
import { EditDrawer } from '../form/EditDrawer.tsx';
import { FilterBar } from './filters/FilterBar.tsx';
import { clearFilters, hasFilters } from './list.ts';
import './list-page.css';
import { ListRows } from './ListRows.tsx';
import { widthOfActions } from './actions/RowActions.tsx';
import { PageHead } from '../layout/PageHead.tsx';
import { SelectionBar } from './actions/SelectionBar.tsx';
import { Empty } from '../display/states.tsx';
import { useTableView } from './table-view.ts';
import { useChangedRow } from './use-changed-row.ts';
import { useListWork, type ListWork } from './actions/use-list-work.ts';
import { findRow, type RowId, useOtherRow } from './use-other-row.ts';
import { useSelection } from '../hooks/use-selection.ts';
import { useSubView } from '../hooks/use-sub-view.ts';
import { useWidth } from '../hooks/use-width.ts';
import { SavedViewsButton, ViewControls } from './ViewControls.tsx';

type Props<T> = Pick<RowsProps<T>, 'list' | 'columns'> & {
  title: string;
  /** The list is only a part of the page, which has its own head. */
  isPart?: boolean;
  /** Naming of the rows, and the content of their details. */
  row: Pick<RowsProps<T>, 'noun' | 'nameOf'> & RowId<T> & { factsOf: (row: T) => ReactNode };
  search: ReactNode;
  filters?: ReactNode;
  work?: ListWork<T>;
  /** Rendered beside 新增 in the head of the page. */
  tools?: ReactNode;
};

const PANEL_PADDING = 32;
const CHECKBOX_WIDTH = 40;
const NOUNS_OF_PEOPLE = ['专家', '教师', '用户'];

/** Width of the widest row of actions, in pixels. */
const widestActions = <T,>(rows: readonly T[], actionsOf: ((row: T) => RowAction[]) | undefined) =>
  actionsOf ? Math.max(...rows.map((row) => widthOfActions(actionsOf(row)))) : 0;

/** The default layout of a list page. A page with other needs uses the parts. */
export function ListPage<T extends object>({
  title,
  isPart,
  row: { factsOf, keyParam = 'id', ...kind },
  list,
  columns,
  search,
  filters,
  work = {},
  tools,
}: Props<T>) {
  const { noun, idOf, nameOf } = kind;
  const isMobile = useIsMobile();
  const navigate = useNavigate();
  const view = useTableView(noun);
  const opened = useSubView('view');
  const edited = useSubView('edit');
  const rowId = { idOf, keyParam };
  const other = useOtherRow(list, rowId, opened.value ?? edited.value);
  const known = other.row ? [...list.rows, other.row] : list.rows;
  const openedRow = known.find((row) => String(idOf(row)) === opened.value);
  const isLoaded = !list.result.isFetching && !list.result.isError && !other.isFetching;
  const { changed, setChanged } = useChangedRow();
  const selected = useSelection(list.rows, idOf);
  const { ref, width } = useWidth<HTMLElement>();
  const { bulk, createHref, ...offered } = useListWork(kind, work);
  const actionsOf = useActionsOf(offered.actionsOf, list.rows);
  const beside = PANEL_PADDING + (bulk.length > 0 ? CHECKBOX_WIDTH : 0) + widestActions(list.rows, actionsOf);
  const room = isMobile ? Infinity : width - beside;
  const visible = view.visible(columns, room);

  useCommands([
    ...(createHref ? [{ label: `新增${noun}`, run: () => void navigate(createHref) }] : []),
    { label: '打印当前列表', run: () => void print() },
    { label: `刷新${noun}列表`, run: () => void list.result.refetch() },
    ...(hasFilters(list) ? [{ label: '清空筛选条件', run: () => clearFilters(list) }] : []),
  ]);

  useEffect(() => {
    if (isLoaded) announce(`共 ${list.total} 条`);
  }, [isLoaded, list.total]);

  const neighbour = (row: T, step: 1 | -1) => {
    const at = list.rows.findIndex((one) => idOf(one) === idOf(row));
    const other = at < 0 ? undefined : list.rows[at + step];
    return other && opened.hrefOf(idOf(other));
  };

  const findLatest = (row: T) => {
    void list.result.refetch();
    return findRow(list, rowId, idOf(row));
  };

  return (
    <section className="panel list-panel" ref={ref}>
      <PageHead title={title} isPart={isPart}>
        {createHref && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate(createHref)}>
            新增{noun}
          </Button>
        )}
        {tools}
      </PageHead>
      <div className="list-tools">
        <FilterBar list={list} search={search}>
          {filters}
        </FilterBar>
        {isMobile ? <SavedViewsButton /> : <ViewControls {...{ list, columns, visible, view }} />}
      </div>
      <ListRows
        {...kind}
        list={list}
        columns={visible}
        size={view.density}
        actionsOf={actionsOf}
        selection={bulk.length > 0 ? selected.selection : undefined}
        changed={changed}
        printed={{
          title,
          columns: view.visible(columns, Infinity),
          filters: (
            <>
              {search}
              {filters}
            </>
          ),
        }}
        foot={
          selected.rows.length > 0 && (
            <SelectionBar rows={selected.rows} actions={bulk} onClear={selected.clear} />
          )
        }
      />
      <DetailDrawer
        title={openedRow ? nameOf(openedRow) : noun}
        isOpen={opened.value !== null && (openedRow !== undefined || isLoaded)}
        onClose={opened.close}
        foot={
          openedRow && (
            <DetailBar
              actions={actionsOf?.(openedRow) ?? []}
              before={neighbour(openedRow, -1)}
              after={neighbour(openedRow, 1)}
              measure={NOUNS_OF_PEOPLE.includes(noun) ? '位' : '条'}
            />
          )
        }
      >
        {openedRow ? (
          factsOf(openedRow)
        ) : (
          <Empty
            text={
              other.isUnknown
                ? `这一页没有这条${noun}，请在列表中查找`
                : `没有找到这条${noun}，可能已被删除，或您无权查看`
            }
          />
        )}
      </DetailDrawer>
      {work.editor && (
        <EditDrawer
          {...{ noun, idOf, nameOf, isLoaded, findLatest }}
          editor={work.editor}
          rows={known}
          onSaved={setChanged}
        />
      )}
    </section>
  );
}
