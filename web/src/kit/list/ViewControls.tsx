import { BookOutlined, ColumnHeightOutlined, ReloadOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Dropdown } from 'antd';
import { lazy, Suspense } from 'react';
import type { Column } from './columns.tsx';
import { ControlPopover } from '../layout/ControlPopover.tsx';
import type { List } from './list.ts';
import { PrintButton } from '../display/PrintButton.tsx';
import { Loading } from '../display/states.tsx';
import { Toolbar } from '../layout/Toolbar.tsx';
import type { Density, useTableView } from './table-view.ts';
import './view-controls.css';

const SavedViews = lazy(() => import('./SavedViews.tsx'));

const densities: { key: Density; label: string }[] = [
  { key: 'small', label: '紧凑' },
  { key: 'middle', label: '适中' },
  { key: 'large', label: '宽松' },
];

type View = ReturnType<typeof useTableView>;

type Settings<T> = { columns: readonly Column<T>[]; visible: readonly Column<T>[]; view: View };

const keysOf = <T,>(columns: readonly Column<T>[]) =>
  columns.filter((column) => !column.isLink).map(({ key }) => key);

function ColumnSettings<T>({ columns, visible, view }: Settings<T>) {
  const optional = columns.filter((column) => !column.isLink);
  const before = keysOf(visible);
  const hasHiddenByWidth = optional.some(({ key }) => !before.includes(key) && !view.hidden.includes(key));
  return (
    <div className="column-settings">
      <Checkbox.Group
        value={before}
        options={optional.map(({ key, label }) => ({ value: key, label }))}
        onChange={(chosen) =>
          view.choose({
            added: chosen.filter((key) => !before.includes(key)),
            removed: before.filter((key) => !chosen.includes(key)),
          })
        }
      />
      {hasHiddenByWidth && <small>窗口较窄，未选的列暂不显示</small>}
      <Button type="link" disabled={!view.isTouched} onClick={view.reset}>
        恢复默认
      </Button>
    </div>
  );
}

type Props<T> = Settings<T> & { list: List<T> };

/** Opens the saved filters; also on a phone, where typing them again is hardest. */
export const SavedViewsButton = () => (
  <ControlPopover label="我的视图" icon={<BookOutlined />}>
    {(close) => (
      <Suspense fallback={<Loading rows={3} />}>
        <SavedViews onChoose={close} />
      </Suspense>
    )}
  </ControlPopover>
);

export function ViewControls<T>({ list, columns, visible, view }: Props<T>) {
  return (
    <Toolbar label="列表设置" className="view-controls">
      <SavedViewsButton />
      <ControlPopover label="显示的列" icon={<SettingOutlined />}>
        {() => <ColumnSettings {...{ columns, visible, view }} />}
      </ControlPopover>
      <Dropdown
        trigger={['click']}
        menu={{
          items: densities,
          selectable: true,
          selectedKeys: view.density ? [view.density] : [],
          onClick: ({ key }) => view.setDensity(key as Density),
        }}
      >
        <Button type="text" icon={<ColumnHeightOutlined />} aria-label="设置行高" title="设置行高" />
      </Dropdown>
      <PrintButton label="打印列表" />
      <Button
        type="text"
        icon={<ReloadOutlined spin={list.result.isFetching} />}
        aria-label="刷新列表"
        title="刷新列表"
        onClick={() => void list.result.refetch()}
      />
    </Toolbar>
  );
}
