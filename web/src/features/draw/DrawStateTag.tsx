import type { DrawRow } from '@zhiping/shared/contracts/draw.ts';
import { type DrawState, drawStates } from '@zhiping/shared/rules/draw/states.ts';
import { Tag } from 'antd';

const colors: Record<DrawState, string> = {
  planned: 'processing',
  frozen: 'processing',
  drawn: 'warning',
  released: 'success',
  aborted: 'default',
};

/** The state of a draw. A draw whose sides have all committed waits for its roster to be frozen. */
export const DrawStateTag = ({ state, isCommitted }: Pick<DrawRow, 'state' | 'isCommitted'>) => (
  <Tag color={colors[state]}>{state === 'planned' && isCommitted ? '待冻结' : drawStates[state]}</Tag>
);
