import { type DrawState, drawStates } from '@zhiping/shared/rules/draw-states.ts';
import { Tag } from 'antd';

const colors: Record<DrawState, string> = {
  planned: 'processing',
  frozen: 'processing',
  drawn: 'warning',
  released: 'success',
  aborted: 'default',
};

export const DrawStateTag = ({ state }: { state: DrawState }) => (
  <Tag color={colors[state]}>{drawStates[state]}</Tag>
);
