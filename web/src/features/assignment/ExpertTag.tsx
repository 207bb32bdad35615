import type { AssignedExpert } from '@zhiping/shared/contracts/assignment.ts';
import { type AssignmentState, assignmentStates } from '@zhiping/shared/rules/assignment/states.ts';
import { Tag } from 'antd';

const stateColors: Record<AssignmentState, string> = {
  proposed: 'default',
  released: 'processing',
  accepted: 'processing',
  reviewing: 'processing',
  submitted: 'success',
  returned: 'warning',
  locked: 'success',
  declined: 'default',
  recused: 'default',
  expired: 'error',
  replaced: 'default',
  dropped: 'default',
  excluded: 'error',
};

type Props = {
  expert: AssignedExpert;
  /** The name is already shown beside the tag. */
  isNameless?: boolean;
};

/** The state of an expert's assignment. */
export const ExpertTag = ({ expert, isNameless = false }: Props) => (
  <Tag color={expert.isFlagged ? 'error' : stateColors[expert.state]}>
    {!isNameless && `${expert.name} `}
    {expert.isFlagged ? '须更换' : assignmentStates[expert.state]}
  </Tag>
);
