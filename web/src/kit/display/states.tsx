import { Button, Empty as AntdEmpty, Skeleton } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '../../lib/api.ts';
import { cancelSlowReads, hasSlowReads } from '../../lib/slow-reads.ts';
import './states.css';

const SKELETON_DELAY_MS = 200;
const SLOW_AFTER_MS = 8000;
const ROWS = 8;

const useHasElapsed = (ms: number) => {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
};

/**
 * Shows nothing for 200 ms, so that quick answers do not flicker; then a skeleton, and after 8 s a message and a button
 * that cancels slow reads.
 */
export const Loading = ({ rows = ROWS }: { rows?: number }) => {
  const isShown = useHasElapsed(SKELETON_DELAY_MS);
  const isLong = useHasElapsed(SLOW_AFTER_MS);
  return (
    <div className="state-loading" aria-busy="true">
      <output className={isLong ? 'state-slow' : 'visually-hidden'}>
        {isLong ? '仍在加载…' : '正在加载'}
      </output>
      {isLong && hasSlowReads() && <Button onClick={cancelSlowReads}>取消</Button>}
      {isShown && <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />}
    </div>
  );
};

const Message = ({ text, children }: { text: ReactNode; children?: ReactNode }) => (
  <AntdEmpty className="state" image={AntdEmpty.PRESENTED_IMAGE_SIMPLE} description={text}>
    {children}
  </AntdEmpty>
);

/** Empty state: says what belongs here; `children` is the button that creates the first entry. */
export const Empty = ({ text, children }: { text: string; children?: ReactNode }) => (
  <Message text={text}>{children}</Message>
);

export const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <Message text="没有符合条件的数据">
    <Button onClick={onClear}>清空条件</Button>
  </Message>
);

/** Error of one part of a page, with a retry button; the rest of the page keeps working. */
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
