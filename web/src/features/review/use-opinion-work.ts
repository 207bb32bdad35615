import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import { useEffect, useRef } from 'react';
import { SAVE_TIMEOUT_MS } from '../../lib/autosave.ts';
import { type Answer, ApiError, call } from '../../lib/api.ts';
import { isConflict, useMergedDraft } from '../../lib/merged-draft.ts';
import { queryClient, reading, refresh } from '../../lib/query-client.ts';
import { unsubmitted } from './unsubmitted.ts';
import { draftKeyOf, type KeptFacts } from './kept-opinions.ts';
import { type Choices, type Clash, mergeOpinions, withChoices } from './merge-opinions.ts';
import type { Compared } from './SheetChanges.tsx';

/** An opinion that was filled in without a network, and the version that it started from. */
export type Sheet = { before: FilledForm; theirs: FilledForm };

const isUnanswered = (error: unknown) => error instanceof ApiError && error.status === 0;
const GONE = '这份材料已不在您的评审任务中，可能已交给其他专家，请联系评审办';
const FORBIDDEN = '您的评审权限已被收回，意见不能再保存，请联系评审办';

/**
 * The message where the server will reject any repeated save too: submitted, overdue or reassigned. It is the server's
 * own unless that is too general for experts.
 */
const refusalOf = ({ status, code, message }: ApiError) => {
  if (![400, 403, 404, 413].includes(status)) return undefined;
  if (status === 404) return GONE;
  return code === 'auth.forbidden' ? FORBIDDEN : message;
};

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

const readLatest = async (id: number) => {
  const options = { params: { id }, quiet: true, timeoutMs: SAVE_TIMEOUT_MS };
  const { version, opinion } = await call(reviewApi.read, options);
  return { version, value: opinion };
};

/** Saves an opinion with the seconds since the last save. */
const useSave = (id: number) => {
  const savedAt = useRef(Date.now());
  return async (opinion: FilledForm, version: number, keep: boolean) => {
    const seconds = Math.min(MAX_SECONDS, Math.round((Date.now() - savedAt.current) / 1000));
    const answer = await call(reviewApi.save, {
      params: { id },
      body: { version, opinion, client: CLIENT, seconds, keep },
      quiet: true,
      timeoutMs: SAVE_TIMEOUT_MS,
    });
    savedAt.current = Date.now();
    followSave(id, { ...answer, opinion });
    return answer.version;
  };
};

/** An opinion while its expert writes it. */
export const useOpinionWork = (desk: ReviewDesk) => {
  const { assignmentId: id, bagNo, cycle } = desk;
  const { form, scale } = cycle;
  const draft = useMergedDraft<FilledForm, Clash, KeptFacts>({
    key: draftKeyOf(id),
    start: { version: desk.version, value: desk.opinion },
    about: { bagNo, form, scale },
    hasHistory: true,
    read: () => readLatest(id),
    save: useSave(id),
    merge: (three) => mergeOpinions(form, three),
    refusalOf,
  });
  const { value: opinion, conflict, refusal, replace, resolve, saveAll, status, flush } = draft;

  const compareWith = ({ before, theirs }: Sheet) =>
    mergeOpinions(form, { base: before, mine: draft.base().value, theirs });

  useEffect(() => void unsubmitted.add(id), [id]);
  // Submitted elsewhere, closed or reassigned: the desk says which. Without the permission it cannot be read.
  useEffect(() => {
    if (refusal !== undefined && refusal !== FORBIDDEN) void refresh(reviewApi.read, reviewApi.list);
  }, [refusal]);

  const submit = async () => {
    await saveAll();
    unsubmitted.delete(id);
    try {
      await call(reviewApi.submit, { params: { id }, body: { version: draft.base().version }, quiet: true });
    } catch (error) {
      // It may have arrived: then it was submitted here.
      if (isUnanswered(error)) throw new Error('没有收到服务器的答复，请再点一次「提交」，不会重复提交');
      unsubmitted.add(id);
      if (!isConflict(error)) throw error;
      await draft.mergeLatest();
      throw new Error('这份意见刚在另一处修改过，已合并，请核对后再提交');
    }
    await draft.discard();
    await refresh(reviewApi.read, reviewApi.list);
  };

  return {
    opinion,
    conflict,
    refusal,
    change: (next: FilledForm) => draft.change(() => next),
    restore: replace,
    resolve: (choices: Choices) =>
      conflict && resolve(withChoices(conflict.value, conflict.latest.value, conflict.clashes, choices)),
    /** The changes that a sheet would make, and the parts that were changed here too since its download. */
    compare: async (sheet: Sheet): Promise<Compared> => {
      await saveAll();
      return compareWith(sheet);
    },
    /** Applies a sheet as if it were typed; a part that both changed becomes what was chosen. */
    bring: async (sheet: Sheet, choices: Choices) => {
      await saveAll();
      const { value, clashes } = compareWith(sheet);
      draft.change(() => withChoices(value, sheet.theirs, clashes, choices));
    },
    submit,
    status,
    flush,
  };
};

export type OpinionWork = ReturnType<typeof useOpinionWork>;
