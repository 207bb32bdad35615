/** Unsaved work on this machine, in IndexedDB, so that it outlives a crash, a lost network and the end of a session. */
export type Draft<T = unknown> = { owner: number; key: string; value: T; changedAt: number };

const DATABASE = 'zhiping';
const STORE = 'drafts';

/** Some browsers do not answer at all once their place is broken; nobody waits for that. */
const PATIENCE_MS = 3000;
const within = <T>(begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => void) =>
  new Promise<T>((resolve, reject) => {
    setTimeout(() => reject(new Error('IndexedDB does not answer')), PATIENCE_MS);
    begin(resolve, reject);
  });

const resultOf = <T>(request: IDBRequest<T>) =>
  within<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });

let database: Promise<IDBDatabase> | undefined;
/** One that broke, or was cleared by hand, is opened anew by whoever needs it next. */
const forget = () => {
  database = undefined;
};

const open = () => {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['owner', 'key'] });
  return resultOf(request);
};

const connect = async () => {
  const connected = await open();
  connected.addEventListener('close', forget);
  return connected;
};

const store = async (mode: IDBTransactionMode) => {
  try {
    database ??= connect();
    return (await database).transaction(STORE, mode).objectStore(STORE);
  } catch (error) {
    forget();
    throw error;
  }
};

/** A write is there when its transaction is: a full disk is told only then. */
const written = ({ transaction }: IDBObjectStore) =>
  within<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
  });

/** Where the browser refuses its database, or that is full: a place that outlives a reload, such as that to the login, but not the tab. */
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
    // What refuses to forget has not kept anything.
  }
};

const tab = Math.random().toString(36).slice(2);
let places = 0;

/** Of each tab and each time somebody works there its own: what one has saved is not what another one still holds. */
export const newDraftKey = (key: string): string => `${key}@${tab}-${(places += 1)}`;

/** Everything under keys that begin so, the newest first. */
export const readDrafts = async <T>(owner: number, prefix: string): Promise<Draft<T>[]> => {
  const range = IDBKeyRange.bound([owner, prefix], [owner, `${prefix}\uffff`]);
  const lasting = await store('readonly')
    .then((drafts) => resultOf<Draft<T>[]>(drafts.getAll(range)))
    .catch(() => []);
  const ofTab = draftsOfTab().filter((draft) => draft.owner === owner && draft.key.startsWith(prefix));
  return [...lasting, ...ofTab].toSorted((one, other) => other.changedAt - one.changedAt);
};

/** What was written last under a key, by whichever tab. */
export const readNewestDraft = async <T>(owner: number, key: string): Promise<Draft<T> | null> =>
  (await readDrafts<T>(owner, key)).find((one) => one.key === key || one.key.startsWith(`${key}@`)) ?? null;

/**
 * Whether it outlives the tab. Throws where nothing keeps it. Until the database has it the tab does, at once: whoever
 * reloads between a key and the end of its transaction finds it again.
 */
export const writeDraft = async (draft: Draft): Promise<boolean> => {
  const name = tabName(draft.owner, draft.key);
  const text = JSON.stringify(draft);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // The database may still take it.
  }
  try {
    const drafts = await store('readwrite');
    drafts.put(draft);
    await written(drafts);
  } catch {
    sessionStorage.setItem(name, text);
    return false;
  }
  // Unless something newer is on its way.
  if (textOfTab(name) === text) forgetOfTab(draft.owner, draft.key);
  return true;
};

export const deleteDraft = async (owner: number, key: string): Promise<void> => {
  forgetOfTab(owner, key);
  const drafts = await store('readwrite');
  drafts.delete([owner, key]);
  await written(drafts);
};

/** Drafts that the server does not have yet: one leaves this store as soon as the server holds it. */
export const countDrafts = async (owner: number): Promise<number> => (await readDrafts(owner, '')).length;
