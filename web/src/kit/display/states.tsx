import { Button, Empty as AntdEmpty, Skeleton } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '../../lib/api.ts';
import './states.css';

const PATIENCE_MS = 200;
const ROWS = 8;

/** Nothing for 200 ms, so that quick answers do not flicker; then the outline of what comes. */
export const Loading = ({ rows = ROWS }: { rows?: number }) => {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="state-loading" aria-busy="true">
      <output className="visually-hidden">正在加载</output>
      {isShown && <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />}
    </div>
  );
};

const Message = ({ text, children }: { text: ReactNode; children?: ReactNode }) => (
  <AntdEmpty className="state" image={AntdEmpty.PRESENTED_IMAGE_SIMPLE} description={text}>
    {children}
  </AntdEmpty>
);

/** There is nothing yet: what the place is for, and the way to begin for whom may. */
export const Empty = ({ text, children }: { text: string; children?: ReactNode }) => (
  <Message text={text}>{children}</Message>
);

export const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <Message text="没有符合条件的数据">
    <Button onClick={onClear}>清空条件</Button>
  </Message>
);

/** A part that failed; the rest of the page lives on. */
export const Failed = ({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => void }) => (
  <div className="state state-failed" role="alert">
    <p>
      {what}加载失败：{error instanceof Error ? error.message : '未知错误'}
    </p>
    {error instanceof ApiError && error.requestId && (
      <p className="state-detail">
        请求编号 <code>{error.requestId}</code>
      </p>
    )}
    <Button onClick={onRetry}>重试</Button>
  </div>
);
