import { type ProjectState, projectStates } from '@zhiping/shared/rules/project-states.ts';
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

/** Where an application stands. */
export const ProjectStateTag = ({ state }: { state: ProjectState }) => (
  <Tag color={colors[state]}>{projectStates[state]}</Tag>
);

export const stateOptions = Object.entries(projectStates).map(([value, label]) => ({ value, label }));
