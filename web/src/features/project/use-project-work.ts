import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { ApplicantProject } from '@zhiping/shared/contracts/project-views.ts';
import type { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { ApiError, call } from '../../lib/api.ts';
import { SAVE_TIMEOUT_MS } from '../../lib/autosave.ts';
import { useMergedDraft } from '../../lib/merged-draft.ts';
import { refresh } from '../../lib/query-client.ts';
import { type Clash, mergeForms, withValue } from './merge-forms.ts';

const isClosed = (error: unknown) =>
  error instanceof ApiError && ['project.locked', 'project.suspended'].includes(error.code);

const readLatest = async (id: number) => {
  const latest = await call(projectApi.read, { params: { id }, quiet: true, timeoutMs: SAVE_TIMEOUT_MS });
  if (latest.view !== 'applicant') throw new Error('not the own application');
  return { version: latest.version, value: latest.form };
};

const saveForm = async (id: number, form: ProjectForm, version: number) => {
  try {
    const body = { version, form };
    const saved = await call(projectApi.saveForm, {
      params: { id },
      body,
      quiet: true,
      timeoutMs: SAVE_TIMEOUT_MS,
    });
    return saved.version;
  } catch (error) {
    if (isClosed(error)) await refresh(projectApi.read);
    throw error;
  }
};

/** The form of a project while its applicant edits it. */
export const useProjectWork = ({ id, version, form }: ApplicantProject) => {
  const { value, conflict, base, mergeLatest, resolve, ...draft } = useMergedDraft<ProjectForm, Clash>({
    key: `project-${id}`,
    start: { version, value: form },
    about: undefined,
    hasHistory: false,
    read: () => readLatest(id),
    save: (next, over) => saveForm(id, next, over),
    merge: mergeForms,
    refusalOf: ({ status, message }) => ([400, 413].includes(status) ? message : undefined),
  });
  return {
    ...draft,
    form: value,
    conflict,
    resolve: (theirs: readonly Clash[]) =>
      conflict &&
      resolve(theirs.reduce((merged, clash) => withValue(merged, clash.path, clash.theirs), conflict.value)),
    /** A refused action was based on outdated data, of the cycle or of another device: reloads and merges both. */
    catchUp: async () => {
      await refresh(projectApi.read);
      await mergeLatest().catch(() => undefined);
    },
    /** The version on the server after `saveAll`. */
    version: () => base().version,
  };
};
