import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { announce } from '../lib/announce.ts';
import { useCommands } from '../lib/commands.ts';
import { print } from '../lib/print.ts';
import { useIsMobile } from '../lib/use-media.ts';
import { useActionsOf, type BulkAction, type RowAction } from './actions.ts';
import type { RowsProps } from './DataTable.tsx';
import { DetailBar } from './DetailBar.tsx';
import { DetailDrawer } from './DetailDrawer.tsx';
import { EditDrawer } from './EditDrawer.tsx';
import type { Editor } from './editor.ts';
import { FilterBar } from './FilterBar.tsx';
import { clearFilters, hasFilters } from './list.ts';
import './list-page.css';
import { ListRows } from './ListRows.tsx';
import { widthOfActions } from './RowActions.tsx';
import { PageHead } from './PageHead.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { Empty } from './states.tsx';
import { useTableView } from './table-view.ts';
import { useChangedRow } from './use-changed-row.ts';
import { useListWork } from './use-list-work.ts';
import type { Removal } from './use-removal.tsx';
import { findRow, useOtherRow } from './use-other-row.ts';
import { useSelection } from './use-selection.ts';
import { useSubView } from './use-sub-view.ts';
import { useWidth } from './use-width.ts';
import { ViewControls } from './ViewControls.tsx';

type Props<T> = Omit<RowsProps<T>, 'nameOf'> & {
  title: string;
  search: ReactNode;
  filters: ReactNode;
  /** `title` also names a row where it is edited or deleted. */
  detail: { title: (row: T) => string; content: (row: T) => ReactNode };
  editor?: Editor<T> | undefined;
  removal?: Removal<T> | undefined;
  /** Between 编辑 and 删除. */
  rowActions?: (row: T) => readonly RowAction[];
  bulkActions?: readonly BulkAction<T>[];
  /** Beside 新增 in the head of the page. */
  tools?: ReactNode;
};

const PANEL_PADDING = 32;
const BOXES = 40;
const PEOPLE = ['专家', '教师', '用户'];

/** The widest of those that its rows offer. */
const widthOf = <T,>(rows: readonly T[], actionsOf: ((row: T) => RowAction[]) | undefined) =>
  actionsOf ? Math.max(...rows.map((row) => widthOfActions(actionsOf(row)))) : 0;

/** The default arrangement of a list. A page with other needs takes the parts. */
export function ListPage<T extends object>({
  title,
  search,
  filters,
  detail,
  editor,
  removal,
  rowActions,
  bulkActions,
  tools,
  ...rows
}: Props<T>) {
  const { list, columns, idOf, noun } = rows;
  const nameOf = detail.title;
  const isMobile = useIsMobile();
  const navigate = useNavigate();
  const view = useTableView(noun);
  const opened = useSubView('view');
  const edited = useSubView('edit');
  const other = useOtherRow(list, idOf, opened.value ?? edited.value);
  const known = other.row ? [...list.rows, other.row] : list.rows;
  const openedRow = known.find((row) => String(idOf(row)) === opened.value);
  const isSettled = !list.result.isFetching && !list.result.isError && !other.isFetching;
  const { changed, setChanged } = useChangedRow();
  const selected = useSelection(list.rows, idOf);
  const { ref, width } = useWidth<HTMLElement>();
  const work = useListWork({ noun, idOf, nameOf, editor, removal, rowActions, bulkActions });
  const { createHref } = work;
  const actionsOf = useActionsOf(work.actionsOf, list.rows);
  const beside = PANEL_PADDING + (work.bulk.length > 0 ? BOXES : 0) + widthOf(list.rows, actionsOf);
  const room = isMobile ? Infinity : width - beside;
  const visible = view.visible(columns, room);

  useCommands([
    ...(createHref ? [{ label: `新增${noun}`, run: () => void navigate(createHref) }] : []),
    { label: '打印当前列表', run: () => void print() },
    { label: `刷新${noun}列表`, run: () => void list.result.refetch() },
    ...(hasFilters(list) ? [{ label: '清空筛选条件', run: () => clearFilters(list) }] : []),
  ]);

  useEffect(() => {
    if (isSettled) announce(`共 ${list.total} 条`);
  }, [isSettled, list.total]);

  const neighbour = (row: T, step: 1 | -1) => {
    const at = list.rows.findIndex((one) => idOf(one) === idOf(row));
    const other = at < 0 ? undefined : list.rows[at + step];
    return other && opened.hrefOf(idOf(other));
  };

  const findLatest = (row: T) => {
    void list.result.refetch();
    return findRow(list, idOf, idOf(row));
  };

  return (
    <section className="panel list-panel" ref={ref}>
      <PageHead title={title}>
        {createHref && (
          <Button
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => void navigate(createHref)}
          >
            新增{noun}
          </Button>
        )}
        {tools}
      </PageHead>
      <div className="list-tools">
        <FilterBar list={list} search={search}>
          {filters}
        </FilterBar>
        {!isMobile && <ViewControls {...{ list, columns, visible, view }} />}
      </div>
      <ListRows
        {...rows}
        columns={visible}
        nameOf={nameOf}
        size={view.density}
        actionsOf={actionsOf}
        selection={work.bulk.length > 0 ? selected.selection : undefined}
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
            <SelectionBar rows={selected.rows} actions={work.bulk} onClear={selected.clear} />
          )
        }
      />
      <DetailDrawer
        title={openedRow ? nameOf(openedRow) : noun}
        isOpen={opened.value !== null && (openedRow !== undefined || isSettled)}
        onClose={opened.close}
        foot={
          openedRow && (
            <DetailBar
              actions={actionsOf?.(openedRow) ?? []}
              before={neighbour(openedRow, -1)}
              after={neighbour(openedRow, 1)}
              measure={PEOPLE.includes(noun) ? '位' : '条'}
            />
          )
        }
      >
        {openedRow ? (
          detail.content(openedRow)
        ) : (
          <Empty text={`没有找到这条${noun}，可能已被删除，或您无权查看`} />
        )}
      </DetailDrawer>
      {editor && (
        <EditDrawer
          {...{ noun, editor, idOf, nameOf, isSettled, findLatest }}
          rows={known}
          onSaved={setChanged}
        />
      )}
    </section>
  );
}
