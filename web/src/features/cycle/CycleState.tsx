import type { CycleRow } from '@zhiping/shared/contracts/cycle.ts';
import { cycleStates } from '@zhiping/shared/rules/cycle/states.ts';
import { Tag } from 'antd';

const colors = {
  draft: 'default',
  published: 'processing',
  applying: 'processing',
  checking: 'processing',
  reviewing: 'processing',
  meeting: 'processing',
  publicity: 'processing',
  confirming: 'processing',
  closed: 'success',
  archived: 'success',
};

/** The state of a cycle, and whether it is suspended. */
export const CycleState = ({ state, suspendedReason }: Pick<CycleRow, 'state' | 'suspendedReason'>) => (
  <>
    <Tag color={colors[state]}>{cycleStates[state]}</Tag>
    {suspendedReason !== null && <Tag color="warning">已暂停</Tag>}
  </>
);

export const stateOptions = Object.entries(cycleStates).map(([value, label]) => ({ value, label }));
