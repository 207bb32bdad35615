import { type AssignmentState, assignmentStates } from '@zhiping/shared/rules/assignment/states.ts';
import { Tag } from 'antd';

const colors: Partial<Record<AssignmentState, string>> = {
  released: 'warning',
  accepted: 'processing',
  reviewing: 'processing',
  returned: 'error',
  submitted: 'success',
  locked: 'success',
};

export const AssignmentStateTag = ({ state, isLate }: { state: AssignmentState; isLate: boolean }) =>
  isLate ? (
    <Tag color="error">已逾期</Tag>
  ) : (
    <Tag color={colors[state] ?? 'default'}>{assignmentStates[state]}</Tag>
  );
