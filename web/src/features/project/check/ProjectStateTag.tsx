import {
  checkSteps,
  type ProjectState,
  projectStates,
  type Turn,
  turns,
} from '@zhiping/shared/rules/project/states.ts';
import { Tag } from 'antd';

const colors: Record<ProjectState, string> = {
  draft: 'default',
  submitted: 'processing',
  returned: 'warning',
  notRecommended: 'error',
  unitPublicity: 'success',
  reported: 'processing',
  supplementing: 'warning',
  eligible: 'success',
  ineligible: 'error',
  inExternalReview: 'processing',
  externalPassed: 'success',
  externalFailed: 'error',
  withdrawn: 'default',
};

type Props = {
  state: ProjectState;
  /** The actor of the current step; shown instead of the state for college and supervising body. */
  step?: Turn | null;
};

/** The state of a project. */
export const ProjectStateTag = ({ state, step }: Props) => (
  <Tag color={colors[state]}>
    {step === 'college' || step === 'body' ? checkSteps[step] : projectStates[state]}
  </Tag>
);

export const stepOptions = Object.entries(turns).map(([value, label]) => ({ value, label }));

export const stateOptions = Object.entries(projectStates).map(([value, label]) => ({ value, label }));
