import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { ApiError } from '../../../lib/api.ts';
import { refresh } from '../../../lib/query-client.ts';

const refreshShown = () => refresh(projectApi.read, projectListApi.list, projectListApi.stages);

/** Take a step on an application, and show it as it is then: also where somebody else was faster, whose step is to be looked at first. */
export const takeStep = async (step: () => Promise<unknown>): Promise<void> => {
  try {
    await step();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'edit.conflict') await refreshShown();
    throw error;
  }
  await refreshShown();
};
