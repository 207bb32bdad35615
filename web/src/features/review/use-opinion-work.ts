import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import { useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { addUnanswered, SAVE_TIMEOUT_MS, useAutosave, useRestored } from '../../lib/autosave.ts';
import { type Answer, ApiError, call } from '../../lib/api.ts';
import { queryClient, reading, refresh } from '../../lib/query-client.ts';
import { type Base, draftKeyOf, type Kept } from './kept-opinions.ts';
import { type Clash, mergeOpinions, takeTheirs } from './merge-opinions.ts';
import type { Compared } from './SheetChanges.tsx';

type Conflict = {
  latest: Base;
  opinion: FilledForm;
  clashes: Clash[];
  /** The version of the other device to choose from. */
  theirs: FilledForm;
};

/** An opinion that was filled in without a network, and the version that it started from. */
export type Sheet = { before: FilledForm; theirs: FilledForm };

const isSame = (one: FilledForm, other: FilledForm) => canonicalJson(one) === canonicalJson(other);
const isUnanswered = (error: unknown) => error instanceof ApiError && error.status === 0;
const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'edit.conflict';
/** The server will reject any repeated save too: submitted, overdue or reassigned. */
const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 403, 404, 413].includes(error.status);
const GONE = '这份材料已不在您的评审任务中，可能已交给其他专家，请联系评审办';
const FORBIDDEN = '您的评审权限已被收回，意见不能再保存，请联系评审办';

/** The message for a rejected save; the server's own unless it is too general for experts. */
const refusalOf = ({ status, code, message }: ApiError) => {
  if (status === 404) return GONE;
  return code === 'auth.forbidden' ? FORBIDDEN : message;
};

/** Maximum attempts: a save is repeated if its version was merged with another one meanwhile. */
const MAX_ROUNDS = 3;
/** The working time of a save is capped: a longer pause is not work. */
const MAX_SECONDS = 600;

/** Identifies this browser tab. */
const CLIENT = crypto.getRandomValues(new Uint32Array(2)).join('-');

type Saved = Answer<typeof reviewApi.save> & { opinion: FilledForm };

/**
 * Updates the cached assignment after a save: the first save starts the review, and the office may have extended the
 * deadline. A return without a network then finds the saved version instead of the first one.
 */
const followSave = (id: number, { savedAt, ...saved }: Saved) => {
  const { queryKey } = reading(reviewApi.read, { params: { id } });
  const desk = queryClient.getQueryData<ReviewDesk>(queryKey);
  if (!desk) return;
  // `now` is updated too: the clock of the page counts from when it was received.
  queryClient.setQueryData(queryKey, { ...desk, ...saved, savedAt, now: savedAt });
  if (desk.state !== saved.state || desk.dueAt !== saved.dueAt) void refresh(reviewApi.list);
};

/**
 * An opinion while it is written: kept in this browser at once and on the server after a pause. Changes of another
 * device are merged; if both changed the same part, nothing is saved until the expert chooses.
 */
export const useOpinionWork = (desk: ReviewDesk) => {
  const { assignmentId: id, cycle } = desk;
  const base = useRef<Base>({ version: desk.version, opinion: desk.opinion });
  const current = useRef(desk.opinion);
  const sent = useRef<readonly FilledForm[]>([]);
  const savedAt = useRef(Date.now());
  const [opinion, setOpinion] = useState<FilledForm>();
  const [conflict, setConflict] = useState<Conflict>();
  const [refusal, setRefusal] = useState<string>();
  // A repeated save must not restart a choice that is in progress.
  const isChoosing = useRef(false);

  const keptNow = (): Kept => ({
    base: base.current,
    opinion: current.current,
    sent: sent.current,
    about: { bagNo: desk.bagNo, form: cycle.form, scale: cycle.scale },
  });
  const isSaved = () => isSame(base.current.opinion, current.current);
  const show = (next: FilledForm) => {
    current.current = next;
    setOpinion(next);
  };
  const adopt = (latest: Base, next: FilledForm) => {
    base.current = latest;
    sent.current = [];
    show(next);
    autosave.change(keptNow());
  };
  /** Merges kept work with the latest version. A sent version that has arrived is not a change of another device. */
  const merge = ({ base: { opinion: before }, opinion: mine, sent: unanswered = [] }: Kept, latest: Base) => {
    const hasArrived = unanswered.some((one) => isSame(one, latest.opinion));
    const three = { base: hasArrived ? latest.opinion : before, mine, theirs: latest.opinion };
    const merged = mergeOpinions(cycle.form, three);
    if (merged.clashes.length === 0) return merged.opinion;
    isChoosing.current = true;
    current.current = merged.opinion;
    setConflict({ latest, ...merged, theirs: latest.opinion });
    return null;
  };

  const mergeLatest = async () => {
    const { version, opinion: theirs } = await call(reviewApi.read, {
      params: { id },
      quiet: true,
      timeoutMs: SAVE_TIMEOUT_MS,
    });
    if (version === base.current.version) return;
    const latest = { version, opinion: theirs };
    const merged = merge(keptNow(), latest);
    if (merged === null) throw new Error('two versions');
    if (!isSame(merged, current.current)) announce('已合并其他设备上的修改');
    adopt(latest, merged);
  };

  const save = async (kept: Kept) => {
    if (isChoosing.current) throw new Error('two versions');
    sent.current = addUnanswered(sent.current, kept.opinion);
    const seconds = Math.min(MAX_SECONDS, Math.round((Date.now() - savedAt.current) / 1000));
    try {
      const answer = await call(reviewApi.save, {
        params: { id },
        body: { version: base.current.version, opinion: kept.opinion, client: CLIENT, seconds },
        quiet: true,
        timeoutMs: SAVE_TIMEOUT_MS,
      });
      savedAt.current = Date.now();
      followSave(id, { ...answer, opinion: kept.opinion });
      base.current = { version: answer.version, opinion: kept.opinion };
      sent.current = [];
      setRefusal(undefined);
      // Text typed during the save continues from the version of the server.
      if (!isSaved()) autosave.change(keptNow());
    } catch (error) {
      if (isRefused(error)) setRefusal(refusalOf(error));
      if (!isConflict(error)) throw error;
      await mergeLatest();
    }
  };
  const autosave = useAutosave<Kept>({ key: draftKeyOf(id), save });

  // Work that this browser still holds did not reach the server, or reached it while the page was closing.
  useRestored(autosave.restored, (kept: Kept | null) => {
    const latest = { version: desk.version, opinion: desk.opinion };
    if (kept === null) {
      show(desk.opinion);
      return;
    }
    const unanswered = addUnanswered(kept.sent ?? [], kept.opinion);
    const merged = merge({ ...kept, sent: unanswered }, latest);
    if (merged === null) return;
    if (isSame(merged, desk.opinion)) {
      show(desk.opinion);
      void autosave.discard();
    } else adopt(latest, merged);
    // The last version may still be on its way.
    sent.current = unanswered;
  });
  const change = (next: FilledForm) => {
    show(next);
    autosave.change(keptNow());
  };

  const resolve = (theirs: readonly Clash[]) => {
    if (!conflict) return;
    isChoosing.current = false;
    adopt(conflict.latest, takeTheirs(conflict.opinion, conflict.theirs, theirs));
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

  const compareWith = ({ before, theirs }: Sheet) =>
    mergeOpinions(cycle.form, { base: before, mine: base.current.opinion, theirs });

  /** The changes that a sheet would make, and the parts that were changed here too since its download. */
  const compare = async (sheet: Sheet): Promise<Compared> => {
    await saveAll();
    return compareWith(sheet);
  };

  /** Applies a sheet as if it were typed; where both changed a part, only the chosen ones are taken. */
  const bring = async (sheet: Sheet, chosen: readonly Clash[]) => {
    await saveAll();
    change(takeTheirs(compareWith(sheet).opinion, sheet.theirs, chosen));
  };

  const submit = async () => {
    await saveAll();
    try {
      await call(reviewApi.submit, { params: { id }, body: { version: base.current.version }, quiet: true });
    } catch (error) {
      if (isUnanswered(error)) throw new Error('没有收到服务器的答复，请再点一次「提交」，不会重复提交');
      if (!isConflict(error)) throw error;
      await mergeLatest();
      throw new Error('这份意见刚在另一处修改过，已合并，请核对后再提交');
    }
    await autosave.discard();
    await refresh(reviewApi.read, reviewApi.list);
  };

  return {
    opinion,
    conflict,
    /** Why the server rejects the current input. */
    refusal,
    change,
    resolve,
    compare,
    bring,
    submit,
    status: autosave.status,
    flush: autosave.flush,
  };
};

export type OpinionWork = ReturnType<typeof useOpinionWork>;
