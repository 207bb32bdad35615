import { Skeleton } from 'antd';

/** CSS shows it only after 200 ms, so that fast pages do not flicker. */
export const PageSkeleton = () => (
  <div className="page-skeleton" aria-busy="true" aria-label="页面加载中">
    <Skeleton active title={{ width: 160 }} paragraph={{ rows: 8 }} />
  </div>
);
