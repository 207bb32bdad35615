import { useQuery } from '@tanstack/react-query';
import { type BlindCopy, blindCopyApi } from '@zhiping/shared/contracts/blind-copy.ts';
import { Link } from 'react-router';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { reading } from '../../lib/query-client.ts';

/** One may be the current copy. */
const ROWS = 2;

const useWaiting = (cycleId: number, state: 'needsWork' | 'needsPerson') =>
  useQuery(reading(blindCopyApi.list, { query: { cycleId, state, size: ROWS } })).data?.content ?? [];

/** Links to the next copy of the cycle that waits for a manual check. */
export const NextWaiting = ({ id, cycleId }: Pick<BlindCopy, 'id' | 'cycleId'>) => {
  const { hrefOf } = useSubView('id');
  const waiting = [...useWaiting(cycleId, 'needsWork'), ...useWaiting(cycleId, 'needsPerson')];
  const next = waiting.find((row) => row.id !== id);
  return next ? <Link to={hrefOf(next.id)}>下一份待办</Link> : null;
};
