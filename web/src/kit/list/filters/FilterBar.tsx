import { DownOutlined, FilterOutlined } from '@ant-design/icons';
import { Badge, Button, Drawer } from 'antd';
import { Children, Fragment, isValidElement, useState, type PropsWithChildren, type ReactNode } from 'react';
import { useTabVisible } from '../../../lib/tab-context.ts';
import { useIsMobile } from '../../../lib/use-media.ts';
import { ControlPopover } from '../../layout/ControlPopover.tsx';
import './filter-bar.css';
import { FilterModeProvider } from './FilterChip.tsx';
import { clearFilters, hasFilters, type List } from '../list.ts';
import { Toolbar } from '../../layout/Toolbar.tsx';

type Props = {
  list: List<unknown>;
  /** The search field, which is always visible. */
  search: ReactNode;
  children?: ReactNode;
};

/** Number of filters in the bar; the others are behind 更多条件. */
const VISIBLE_FILTERS = 3;

const filtersIn = (node: ReactNode): ReactNode[] =>
  Children.toArray(node).flatMap((one) =>
    isValidElement<PropsWithChildren>(one) && one.type === Fragment ? filtersIn(one.props.children) : [one],
  );

const ClearButton = ({ list }: { list: List<unknown> }) =>
  hasFilters(list) && (
    <Button type="link" onClick={() => clearFilters(list)}>
      清空
    </Button>
  );

/** On a phone the filters are in a sheet, whose button shows the number of matching rows. */
const FilterSheet = ({ list, children }: Omit<Props, 'search'>) => {
  const [isOpen, setOpen] = useState(false);
  const isVisible = useTabVisible();
  const close = () => setOpen(false);
  return (
    <>
      <Badge dot={hasFilters(list)}>
        <Button icon={<FilterOutlined />} onClick={() => setOpen(true)}>
          筛选
        </Button>
      </Badge>
      <Drawer
        title="筛选"
        placement="bottom"
        size="auto"
        open={isOpen && isVisible}
        onClose={close}
        extra={<ClearButton list={list} />}
        footer={
          <Button type="primary" block size="large" onClick={close}>
            显示 {list.total} 条
          </Button>
        }
      >
        <div className="filter-sheet">{children}</div>
      </Drawer>
    </>
  );
};

const MoreFilters = ({ children }: { children: ReactNode }) => (
  <ControlPopover label="更多条件" icon={<DownOutlined />} hasVisibleLabel>
    {() => <div className="filter-sheet more-filters">{children}</div>}
  </ControlPopover>
);

export const FilterBar = ({ list, search, children }: Props) => {
  const isMobile = useIsMobile();
  const filters = filtersIn(children);
  const inSight = filters.slice(0, isMobile ? 0 : VISIBLE_FILTERS);
  const others = filters.slice(inSight.length);
  return (
    <search className="filter-bar">
      {search}
      {filters.length > 0 && (
        <Toolbar label="筛选条件" className="filter-tools">
          {inSight}
          {others.length > 0 && isMobile && <FilterSheet list={list}>{others}</FilterSheet>}
          {others.length > 0 && !isMobile && <MoreFilters>{others}</MoreFilters>}
          <FilterModeProvider value="chip">{others}</FilterModeProvider>
          {!isMobile && <ClearButton list={list} />}
        </Toolbar>
      )}
    </search>
  );
};
