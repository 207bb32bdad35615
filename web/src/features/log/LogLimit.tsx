import type { List } from '../../kit/list/list.ts';
import './log.css';

/** The server counts no further (see the contract). */
const MAX_COUNTED = 10_000;

export const LogLimit = ({ list }: { list: List<unknown> }) =>
  list.total >= MAX_COUNTED && <output className="log-limit">仅显示最近 {MAX_COUNTED} 条，请缩小范围</output>;
