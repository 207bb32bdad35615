import { FilterOutlined } from '@ant-design/icons';
import { Badge, Button, Drawer } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTabVisible } from '../lib/tab-context.ts';
import { useIsMobile } from '../lib/use-media.ts';
import './filter-bar.css';
import { clearFilters, hasFilters, type List } from './list.ts';

type Props = {
  list: List<unknown>;
  /** The one field that is always in sight. */
  search: ReactNode;
  children?: ReactNode;
};

const ClearButton = ({ list }: { list: List<unknown> }) =>
  hasFilters(list) && (
    <Button type="link" onClick={() => clearFilters(list)}>
      清空
    </Button>
  );

/** On a phone the filters are a sheet that tells how much they leave. */
const FilterSheet = ({ list, children }: Omit<Props, 'search'>) => {
  const [isOpen, setOpen] = useState(false);
  const isVisible = useTabVisible();
  const close = () => setOpen(false);
  return (
    <>
      <Badge dot={hasFilters(list)}>
        <Button icon={<FilterOutlined aria-hidden />} onClick={() => setOpen(true)}>
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

export const FilterBar = ({ list, search, children }: Props) => {
  const isMobile = useIsMobile();
  return (
    <search className="filter-bar">
      {search}
      {isMobile && children ? <FilterSheet list={list}>{children}</FilterSheet> : children}
      {!isMobile && <ClearButton list={list} />}
    </search>
  );
};
