import { type BlindState, blindStates } from '@zhiping/shared/rules/blind-copy/states.ts';
import { Tag } from 'antd';

const colors: Record<BlindState, string> = {
  unchecked: 'default',
  needsWork: 'error',
  needsPerson: 'warning',
  covered: 'processing',
  released: 'success',
};

export const BlindStateTag = ({ state }: { state: BlindState }) => (
  <Tag color={colors[state]}>{blindStates[state]}</Tag>
);
