/** Unsaved work on this machine, in IndexedDB, so that it outlives a crash, a lost network and the end of a session. */
export type Draft<T = unknown> = { owner: number; key: string; value: T; changedAt: number };

const DATABASE = 'zhiping';
const STORE = 'drafts';

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });

let database: Promise<IDBDatabase> | undefined;

const open = () => {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['owner', 'key'] });
  return resultOf(request);
};

const store = async (mode: IDBTransactionMode) => {
  database ??= open();
  return (await database).transaction(STORE, mode).objectStore(STORE);
};

export const readDraft = async <T>(owner: number, key: string): Promise<Draft<T> | null> =>
  (await resultOf<Draft<T> | undefined>((await store('readonly')).get([owner, key]))) ?? null;

const tab = Math.random().toString(36).slice(2);
let places = 0;

/** Of each tab and each time somebody works there its own: what one has saved is not what another one still holds. */
export const newDraftKey = (key: string): string => `${key}@${tab}-${(places += 1)}`;

/** What was written last under a key, by whichever tab. */
export const readNewestDraft = async <T>(owner: number, key: string): Promise<Draft<T> | null> => {
  // A follows @: all that begin with the key and it are between the two.
  const range = IDBKeyRange.bound([owner, key], [owner, `${key}A`]);
  const found = await resultOf<Draft<T>[]>((await store('readonly')).getAll(range));
  const drafts = found.filter((one) => one.key === key || one.key.startsWith(`${key}@`));
  return drafts.toSorted((one, other) => other.changedAt - one.changedAt)[0] ?? null;
};

export const writeDraft = async (draft: Draft): Promise<void> => {
  await resultOf((await store('readwrite')).put(draft));
};

export const deleteDraft = async (owner: number, key: string): Promise<void> => {
  await resultOf((await store('readwrite')).delete([owner, key]));
};

/** Drafts that the server does not have yet: one leaves this store as soon as the server holds it. */
export const countDrafts = async (owner: number): Promise<number> =>
  resultOf((await store('readonly')).count(IDBKeyRange.bound([owner], [owner, []])));
