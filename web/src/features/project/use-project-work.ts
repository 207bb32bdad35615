import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { ApplicantProject } from '@zhiping/shared/contracts/project-views.ts';
import type { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import { useRef, useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { addUnanswered, SAVE_TIMEOUT_MS, useAutosave, useRestored } from '../../lib/autosave.ts';
import { announce } from '../../lib/announce.ts';
import { refresh } from '../../lib/query-client.ts';
import { type Clash, mergeForms, withValue } from './merge-forms.ts';

type Base = { version: number; form: ProjectForm };
/**
 * The work as this browser keeps it: the input, the server's version that it is based on, and the versions sent without
 * an answer, which the server may have.
 */
type Kept = { base: Base; form: ProjectForm; sent?: readonly ProjectForm[] };
type Conflict = { latest: Base; form: ProjectForm; clashes: Clash[] };

/** Maximum attempts: a save is repeated if its version was merged with another one meanwhile. */
const MAX_ROUNDS = 3;

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'edit.conflict';
const isRefused = (error: unknown) =>
  error instanceof ApiError && ['project.locked', 'project.suspended'].includes(error.code);
const isSame = (one: ProjectForm, other: ProjectForm) => canonicalJson(one) === canonicalJson(other);

/**
 * Merges kept work with the latest version. If a sent version has arrived, it is the common base and not a change of
 * another device.
 */
const mergeKept = ({ base, form, sent = [] }: Kept, latest: Base) => {
  const hasArrived = sent.some((one) => isSame(one, latest.form));
  return mergeForms({ base: hasArrived ? latest.form : base.form, mine: form, theirs: latest.form });
};

/**
 * The form while it is edited: kept in this browser at once and on the server after a pause. Changes of another device
 * are merged; if both changed the same field, nothing is saved until the applicant chooses.
 */
export const useProjectWork = (project: ApplicantProject) => {
  const { id } = project;
  const base = useRef<Base>({ version: project.version, form: project.form });
  const current = useRef<ProjectForm>(project.form);
  const sent = useRef<readonly ProjectForm[]>([]);
  const [form, setForm] = useState<ProjectForm>();
  const [conflict, setConflict] = useState<Conflict>();
  const [refusal, setRefusal] = useState<string>();
  // A repeated save must not restart a choice that is in progress.
  const isChoosing = useRef(false);

  const keptNow = (): Kept => ({ base: base.current, form: current.current, sent: sent.current });
  const isSaved = () => base.current.form === current.current;

  const mergeLatest = async () => {
    const latest = await call(projectApi.read, { params: { id }, quiet: true, timeoutMs: SAVE_TIMEOUT_MS });
    if (latest.view !== 'applicant') throw new Error('not the own application');
    if (latest.version === base.current.version) return;
    const merged = mergeKept(keptNow(), latest);
    if (merged.clashes.length > 0) {
      isChoosing.current = true;
      setConflict({ latest, ...merged });
      throw new Error('two versions');
    }
    if (!isSame(merged.form, current.current)) announce('已合并其他设备上的修改');
    adopt(latest, merged.form);
  };

  const save = async (kept: Kept) => {
    if (isChoosing.current) throw new Error('two versions');
    sent.current = addUnanswered(sent.current, kept.form);
    try {
      const { version } = await call(projectApi.saveForm, {
        params: { id },
        body: { version: base.current.version, form: kept.form },
        quiet: true,
        timeoutMs: SAVE_TIMEOUT_MS,
      });
      base.current = { version, form: kept.form };
      sent.current = [];
      setRefusal(undefined);
      // Input typed during the save continues from the version of the server.
      if (!isSaved()) autosave.change(keptNow());
    } catch (error) {
      if (isRefused(error)) await refresh(projectApi.read);
      if (error instanceof ApiError && [400, 413].includes(error.status)) setRefusal(error.message);
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
    sent.current = [];
    show(next);
    autosave.change(keptNow());
  };

  // Work that this browser still holds did not reach the server, or reached it while the page was closing.
  useRestored(autosave.restored, (kept: Kept | null) => {
    if (kept === null) {
      show(project.form);
      return;
    }
    const merged = mergeKept({ ...kept, sent: [...(kept.sent ?? []), kept.form] }, project);
    if (merged.clashes.length > 0) {
      current.current = merged.form;
      isChoosing.current = true;
      setConflict({ latest: project, ...merged });
    } else if (isSame(merged.form, project.form)) {
      show(project.form);
      void autosave.discard();
    } else adopt(project, merged.form);
  });
  /** Edits the newest form, so that two changes at once are both kept. */
  const change = (edit: (before: ProjectForm) => ProjectForm) => {
    show(edit(current.current));
    autosave.change(keptNow());
  };

  const resolve = (theirs: readonly Clash[]) => {
    if (!conflict) return;
    isChoosing.current = false;
    adopt(
      conflict.latest,
      theirs.reduce((merged, clash) => withValue(merged, clash.path, clash.theirs), conflict.form),
    );
    setConflict(undefined);
  };

  /** Resolves when the server has all input; throws if that is impossible. */
  const saveAll = async () => {
    for (let round = 0; round < MAX_ROUNDS && !isSaved(); round += 1) {
      autosave.change(keptNow());
      await autosave.flush();
    }
    if (!isSaved()) throw new Error('最后的修改还没有保存到服务器，请检查网络后再试');
  };

  /** A refused action was based on outdated data, of the cycle or of another device: reloads and merges both. */
  const catchUp = async () => {
    await refresh(projectApi.read);
    await mergeLatest().catch(() => undefined);
  };

  return {
    form,
    conflict,
    /** Why the server rejects the current input. */
    refusal,
    change,
    resolve,
    status: autosave.status,
    flush: autosave.flush,
    saveAll,
    catchUp,
    /** The version on the server after `saveAll`. */
    version: () => base.current.version,
  };
};
