/**
 * Unsaved work on this machine, in IndexedDB, so that it survives a crash, a network failure and the end of a session.
 */
export type Draft<T = unknown> = { owner: number; key: string; value: T; changedAt: number };

const DATABASE = 'zhiping';
const STORE = 'drafts';

/** Some browsers never respond when their database is broken. */
const TIMEOUT_MS = 3000;
const withTimeout = <T>(begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => void) =>
  new Promise<T>((resolve, reject) => {
    setTimeout(() => reject(new Error('IndexedDB does not answer')), TIMEOUT_MS);
    begin(resolve, reject);
  });

const resultOf = <T>(request: IDBRequest<T>) =>
  withTimeout<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });

let database: Promise<IDBDatabase> | undefined;
/** Drops a broken or cleared database; the next use opens it again. */
const dropConnection = () => {
  database = undefined;
};

const open = () => {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['owner', 'key'] });
  return resultOf(request);
};

const connect = async () => {
  const connected = await open();
  connected.addEventListener('close', dropConnection);
  return connected;
};

const store = async (mode: IDBTransactionMode) => {
  try {
    database ??= connect();
    return (await database).transaction(STORE, mode).objectStore(STORE);
  } catch (error) {
    dropConnection();
    throw error;
  }
};

/** A write is complete only with its transaction: a full disk is reported only then. */
const written = ({ transaction }: IDBObjectStore) =>
  withTimeout<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
  });

/**
 * Name in the session storage, which is used until the database has the draft, and if that is refused or full. It
 * survives a reload, such as one for the login, but not the tab.
 */
const tabName = (owner: number, key: string) => `zhiping-draft:${owner}:${key}`;
const draftsOfTab = (): Draft<never>[] => {
  try {
    return Object.entries({ ...sessionStorage })
      .filter(([name]) => name.startsWith('zhiping-draft:'))
      .map(([, text]) => JSON.parse(String(text)) as Draft<never>);
  } catch {
    return [];
  }
};
const textOfTab = (name: string) => {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
};
const forgetOfTab = (owner: number, key: string) => {
  try {
    sessionStorage.removeItem(tabName(owner, key));
  } catch {
    // A storage that refuses to delete has not stored a draft either.
  }
};

const tab = Math.random().toString(36).slice(2);
let openings = 0;

/** A new key for each tab and each opening, so that a save of one does not delete the draft of another. */
export const newDraftKey = (key: string): string => `${key}@${tab}-${(openings += 1)}`;

/** All drafts whose key begins with `prefix`, newest first. */
export const readDrafts = async <T>(owner: number, prefix: string): Promise<Draft<T>[]> => {
  const range = IDBKeyRange.bound([owner, prefix], [owner, `${prefix}\uffff`]);
  const lasting = await store('readonly')
    .then((drafts) => resultOf<Draft<T>[]>(drafts.getAll(range)))
    .catch(() => []);
  const ofTab = draftsOfTab().filter((draft) => draft.owner === owner && draft.key.startsWith(prefix));
  return [...lasting, ...ofTab].toSorted((one, other) => other.changedAt - one.changedAt);
};

/** The newest draft under a key, of all tabs. */
export const readNewestDraft = async <T>(owner: number, key: string): Promise<Draft<T> | null> =>
  (await readDrafts<T>(owner, key)).find((one) => one.key === key || one.key.startsWith(`${key}@`)) ?? null;

/**
 * Stores a draft. Returns whether it outlives the tab; throws if no storage accepts it. Writes to the session storage
 * first, synchronously, so that a reload before the end of the transaction loses nothing.
 */
export const writeDraft = async (draft: Draft): Promise<boolean> => {
  const name = tabName(draft.owner, draft.key);
  const text = JSON.stringify(draft);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // The database may still accept it.
  }
  try {
    const drafts = await store('readwrite');
    drafts.put(draft);
    await written(drafts);
  } catch {
    sessionStorage.setItem(name, text);
    return false;
  }
  // A newer draft may have been written meanwhile.
  if (textOfTab(name) === text) forgetOfTab(draft.owner, draft.key);
  return true;
};

export const deleteDraft = async (owner: number, key: string): Promise<void> => {
  forgetOfTab(owner, key);
  const drafts = await store('readwrite');
  drafts.delete([owner, key]);
  await written(drafts);
};

/** Number of drafts that the server does not have yet: a draft is deleted as soon as the server has it. */
export const countDrafts = async (owner: number): Promise<number> => (await readDrafts(owner, '')).length;
