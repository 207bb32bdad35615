import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { ApiError } from '../../../lib/api.ts';
import { refresh } from '../../../lib/query-client.ts';

const refreshShown = () => refresh(projectApi.read, projectListApi.list, projectListApi.stages);

/**
 * Runs a step on a project and reloads it. After a conflict it is reloaded too, so that the officer sees the other step
 * first.
 */
export const takeStep = async <T>(step: () => Promise<T>): Promise<T> => {
  let taken: T;
  try {
    taken = await step();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'edit.conflict') await refreshShown();
    throw error;
  }
  await refreshShown();
  return taken;
};
