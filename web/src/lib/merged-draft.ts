import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import { useRef, useState } from 'react';
import { announce } from './announce.ts';
import { ApiError } from './api.ts';
import { addUnanswered, useAutosave, useRestored } from './autosave.ts';

export type Base<T> = { version: number; value: T };
export type Three<T> = { base: T; mine: T; theirs: T };

/** A draft as this browser keeps it. */
export type KeptDraft<T> = {
  /** The server's version that the value is based on. */
  base: Base<T>;
  value: T;
  /** Versions sent without an answer, which the server may have. */
  sent: readonly T[];
  /** Replaced versions that the server has yet to store in its history. */
  aside: readonly T[];
  /** Whether the value replaces the version of the server by a choice, so that both stay in its history. */
  isChosen?: boolean;
};

type Merged<T, C> = { value: T; clashes: readonly C[] };
type Conflict<T, C> = Merged<T, C> & { latest: Base<T> };

type Options<T, C, A> = {
  key: string;
  start: Base<T>;
  /** Facts kept beside the draft, to show it where its page cannot be opened. */
  about: A;
  /** Whether the server keeps every saved version: then a replaced version is saved before its replacement. */
  hasHistory: boolean;
  read: () => Promise<Base<T>>;
  /** Saves a value over a version of the server, after a choice with both kept; returns the new version. */
  save: (value: T, version: number, keep: boolean) => Promise<number>;
  /** Merges the edits of two devices; where both changed the same part, mine stands. */
  merge: (three: Three<T>) => Merged<T, C>;
  /** The message for an error that a retry does not mend. */
  refusalOf: (error: ApiError) => string | undefined;
};

/** Maximum attempts: a save is repeated if its version was merged with another one meanwhile. */
const MAX_ROUNDS = 3;

export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'edit.conflict';
const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other);

/** The state of a draft and its saves. A sent version that has arrived is not a change of another device. */
const useDraftState = <T, C>({ start, merge }: Pick<Options<T, C, unknown>, 'start' | 'merge'>) => {
  const kept = useRef<KeptDraft<T>>({ base: start, value: start.value, sent: [], aside: [] });
  const [value, setValue] = useState<T>();
  const [conflict, setConflict] = useState<Conflict<T, C>>();
  // A repeated save must not restart a choice that is in progress.
  const isChoosing = useRef(false);
  const patch = (changed: Partial<KeptDraft<T>>) => {
    kept.current = { ...kept.current, ...changed };
    if ('value' in changed) setValue(changed.value);
  };
  return {
    kept,
    value,
    conflict,
    isChoosing,
    patch,
    isSaved: () => isSame(kept.current.base.value, kept.current.value) && kept.current.aside.length === 0,
    /** The merged value, or null where a choice has to be made first. */
    mergeWith: ({ base, value: mine, sent }: KeptDraft<T>, latest: Base<T>): T | null => {
      const hasArrived = sent.some((one) => isSame(one, latest.value));
      const merged = merge({ base: hasArrived ? latest.value : base.value, mine, theirs: latest.value });
      if (merged.clashes.length === 0) return merged.value;
      isChoosing.current = true;
      patch({ value: merged.value });
      setConflict({ latest, ...merged });
      return null;
    },
    endChoice: () => {
      isChoosing.current = false;
      setConflict(undefined);
    },
  };
};

type State<T, C> = ReturnType<typeof useDraftState<T, C>>;

/** Saves a draft on the server: replaced versions first, then the value; merges with a version of another device. */
const useDraftSaves = <T, C, A>(options: Options<T, C, A>, state: State<T, C>) => {
  const { key, about, read, save, refusalOf } = options;
  const { kept, patch, isChoosing, isSaved, mergeWith } = state;
  const [refusal, setRefusal] = useState<string>();

  const put = async (next: T) => {
    patch({ sent: addUnanswered(kept.current.sent, next) });
    const { base, isChosen = false, aside } = kept.current;
    const version = await save(next, base.version, isChosen || aside.includes(next));
    patch({
      base: { version, value: next },
      sent: [],
      aside: kept.current.aside.filter((one) => one !== next),
      isChosen: false,
    });
  };
  const saveDraft = async ({ value }: KeptDraft<T>) => {
    if (isChoosing.current) throw new Error('two versions');
    try {
      for (const one of kept.current.aside) await put(one);
      await put(value);
      setRefusal(undefined);
      // Input typed during the save continues from the version of the server.
      if (!isSaved()) write({});
    } catch (error) {
      const message = error instanceof ApiError ? refusalOf(error) : undefined;
      if (message !== undefined) setRefusal(message);
      if (!isConflict(error)) throw error;
      await mergeLatest();
    }
  };
  const autosave = useAutosave<KeptDraft<T> & { about: A }>({ key, save: saveDraft });
  const write = (changed: Partial<KeptDraft<T>>) => {
    patch(changed);
    autosave.change({ ...kept.current, about });
  };
  /** Continues from a version of the server; replaced versions that it has are stored. */
  const adopt = (latest: Base<T>, value: T, aside = kept.current.aside) =>
    write({ base: latest, value, sent: [], aside: aside.filter((one) => !isSame(one, latest.value)) });
  const mergeLatest = async () => {
    const latest = await read();
    if (latest.version === kept.current.base.version) return;
    const merged = mergeWith(kept.current, latest);
    if (merged === null) throw new Error('two versions');
    if (!isSame(merged, kept.current.value)) announce('已合并其他设备上的修改');
    adopt(latest, merged);
  };
  return { autosave, refusal, write, adopt, mergeLatest };
};

/** Starts from a draft that this browser still holds: it did not reach the server, or while the page was closing. */
const useKeptDraft = <T, C, A>(
  start: Base<T>,
  { patch, mergeWith }: State<T, C>,
  { autosave, adopt }: ReturnType<typeof useDraftSaves<T, C, A>>,
) => {
  useRestored(autosave.restored, (draft) => {
    if (draft === null) {
      patch({ value: start.value });
      return;
    }
    const sent = [...draft.aside, draft.value].reduce(addUnanswered<T>, draft.sent);
    patch({ aside: draft.aside, isChosen: draft.isChosen ?? false });
    const merged = mergeWith({ ...draft, sent }, start);
    if (merged === null) return;
    if (isSame(merged, start.value) && draft.aside.length === 0) {
      patch({ value: start.value });
      void autosave.discard();
    } else adopt(start, merged);
    // The last version may still be on its way.
    patch({ sent });
  });
};

/**
 * A value while it is edited: kept in this browser at once and on the server after a pause. Changes of another device
 * are merged; if both changed the same part, nothing is saved until the user chooses.
 */
export const useMergedDraft = <T, C, A = undefined>(options: Options<T, C, A>) => {
  const { start, hasHistory } = options;
  const state = useDraftState(options);
  const { kept, value, conflict, patch, isSaved, endChoice } = state;
  const saves = useDraftSaves(options, state);
  const { autosave, refusal, write, adopt, mergeLatest } = saves;

  useKeptDraft(start, state, saves);

  const asideWith = (former: T, next: T) =>
    hasHistory && !isSame(former, next) ? [...kept.current.aside, former] : kept.current.aside;

  return {
    value,
    conflict,
    /** Why the server rejects the current input. */
    refusal,
    status: autosave.status,
    flush: autosave.flush,
    discard: autosave.discard,
    mergeLatest,
    /** The version on the server. */
    base: () => kept.current.base,
    /** Edits the newest value, so that two changes at once are both kept. */
    change: (edit: (before: T) => T) => write({ value: edit(kept.current.value) }),
    /** Replaces the whole value; the former one enters the history. */
    replace: (next: T) => {
      const { base, value: former, aside } = kept.current;
      const isStored = isSame(base.value, former);
      write({ value: next, aside: isStored ? aside : asideWith(former, next), isChosen: true });
    },
    /** Ends a choice between two versions. The server has theirs; mine enters its history. */
    resolve: (next: T) => {
      if (!conflict) return;
      endChoice();
      patch({ isChosen: true });
      adopt(conflict.latest, next, asideWith(conflict.value, next));
    },
    /** Resolves when the server has all input; throws if that is impossible. */
    saveAll: async () => {
      for (let round = 0; round < MAX_ROUNDS && !isSaved(); round += 1) {
        write({});
        await autosave.flush();
      }
      if (!isSaved()) throw new Error('最后的修改还没有保存到服务器，请检查网络后再试');
    },
  };
};
