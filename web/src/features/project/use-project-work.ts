import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { ApplicantProject } from '@zhiping/shared/contracts/project-views.ts';
import type { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { useRef, useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { useAutosave } from '../../lib/autosave.ts';
import { announce } from '../../lib/announce.ts';
import { refresh } from '../../lib/query-client.ts';
import { type Clash, mergeForms, withValue } from './merge-forms.ts';

type Base = { version: number; form: ProjectForm };
/** As this machine keeps it: what was typed, and what the server had when it was read. */
type Kept = { base: Base; form: ProjectForm };
type Conflict = { latest: Base; form: ProjectForm; clashes: Clash[] };

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'edit.conflict';
const isLocked = (error: unknown) => error instanceof ApiError && error.code === 'project.locked';

/**
 * The form while it is filled in: kept on this machine at once and on the server after a pause. What another device saved
 * meanwhile is put together with it; where both changed the same field, nothing is saved until one of the two is chosen.
 */
export const useProjectWork = (project: ApplicantProject) => {
  const { id } = project;
  const base = useRef<Base>({ version: project.version, form: project.form });
  const current = useRef<ProjectForm>(project.form);
  const [form, setForm] = useState<ProjectForm>();
  const [conflict, setConflict] = useState<Conflict>();

  const mergeLatest = async () => {
    const latest = await call(projectApi.read, { params: { id }, quiet: true });
    if (latest.view !== 'applicant') throw new Error('not the own application');
    const merged = mergeForms({ base: base.current.form, mine: current.current, theirs: latest.form });
    if (merged.clashes.length > 0) {
      setConflict({ latest, ...merged });
      throw new Error('conflict');
    }
    announce('已合并其他设备上的修改');
    adopt(latest, merged.form);
  };

  const save = async (kept: Kept) => {
    try {
      const { version } = await call(projectApi.saveForm, {
        params: { id },
        body: { version: base.current.version, form: kept.form },
        quiet: true,
      });
      base.current = { version, form: kept.form };
      // What was typed meanwhile goes on from what the server has now.
      if (current.current !== kept.form) autosave.change({ base: base.current, form: current.current });
    } catch (error) {
      if (isLocked(error)) await refresh(projectApi.read);
      if (!isConflict(error)) throw error;
      await mergeLatest();
    }
  };
  const autosave = useAutosave<Kept>({ key: `project-${id}`, save });

  const show = (next: ProjectForm) => {
    current.current = next;
    setForm(next);
  };
  const adopt = (latest: Base, next: ProjectForm) => {
    base.current = { version: latest.version, form: latest.form };
    show(next);
    autosave.change({ base: base.current, form: next });
  };

  // What this machine still holds has not reached the server.
  if (form === undefined && autosave.restored !== undefined && !conflict) {
    const kept = autosave.restored;
    if (kept === null) setForm(project.form);
    else {
      const three = { base: kept.base.form, mine: kept.form, theirs: project.form };
      const merged = mergeForms(three);
      if (merged.clashes.length > 0) setConflict({ latest: project, ...merged });
      else setForm(merged.form);
    }
  }

  /** From the newest form, so that two changes at once are both kept. */
  const change = (edit: (before: ProjectForm) => ProjectForm) => {
    const next = edit(current.current);
    show(next);
    autosave.change({ base: base.current, form: next });
  };

  const resolve = (theirs: readonly Clash[]) => {
    if (!conflict) return;
    adopt(
      conflict.latest,
      theirs.reduce((merged, clash) => withValue(merged, clash.path, clash.theirs), conflict.form),
    );
    setConflict(undefined);
  };

  return {
    form,
    conflict,
    change,
    resolve,
    status: autosave.status,
    flush: autosave.flush,
    /** Of the form as the server has it after `flush`. */
    version: () => base.current.version,
  };
};
