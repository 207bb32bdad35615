import type { List } from '../../kit/list/list.ts';
import './log.css';

/** The server counts no further (see the contract). */
const MOST = 10_000;

export const LogLimit = ({ list }: { list: List<unknown> }) =>
  list.total >= MOST && <output className="log-limit">仅显示最近 {MOST} 条，请缩小范围</output>;
