import { Skeleton } from 'antd';

/** Shown by CSS only after 200 ms: a page that comes faster does not flicker. */
export const PageSkeleton = () => (
  <div className="page-skeleton" aria-busy="true" aria-label="页面加载中">
    <Skeleton active title={{ width: 160 }} paragraph={{ rows: 8 }} />
  </div>
);
