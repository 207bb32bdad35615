import { timeOf } from './shanghai.ts';

const PAUSE_MS = 1200;
/** Pause before the first retry of a failed save; it doubles up to the last one. */
const FIRST_RETRY_MS = 3000;
const LAST_RETRY_MS = 60_000;

export type SaveStatus =
  | { state: 'idle' }
  | { state: 'saving' }
  | { state: 'saved'; at: Date }
  | { state: 'offline' }
  | { state: 'failed' };

export const saveStatusText = (status: SaveStatus, isKept = true): string => {
  switch (status.state) {
    case 'idle':
      return '';
    case 'saving':
      return '正在保存…';
    case 'saved':
      return `已保存 ${timeOf(status.at)}`;
    case 'offline':
      return isKept ? '离线，已存本机' : '离线，没有保存，请不要关闭页面';
    case 'failed':
      return '保存失败，重试';
  }
};

type Deps<T> = {
  /** Stores the value on this machine; null deletes it. Returns whether it outlives the tab. */
  keep: (value: T | null) => Promise<boolean>;
  onKept: (isKept: boolean) => void;
  /** Saves the value on the server. */
  save: (value: T) => Promise<unknown>;
  onStatus: (status: SaveStatus) => void;
  isOnline: () => boolean;
  /** Whether the same save may succeed later without a change. */
  mayRetry: (error: unknown) => boolean;
};

/**
 * Saves automatically: on this machine at once, on the server after a pause. Only one save runs at a time and later
 * changes follow, so the server never ends with an older value than the screen.
 */
export const createAutosaver = <T>({ keep, onKept, save, onStatus, isOnline, mayRetry }: Deps<T>) => {
  let pending: { value: T } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let kept: Promise<void> = Promise.resolve();

  /** The last shown state; never `saved` while a change waits. */
  let shown: SaveStatus['state'] = 'idle';
  const show = (status: SaveStatus) => {
    if (status.state === shown && status.state !== 'saved') return;
    shown = status.state;
    onStatus(status);
  };

  // A full or forbidden disk must not stop the save to the server.
  const keepLast = (value: T | null) => {
    // A deletion says nothing about free space, so only stores are reported.
    const reportKept = (isKept: boolean) => value !== null && onKept(isKept);
    kept = kept
      .then(() => keep(value))
      .then(reportKept, () => reportKept(false))
      .then(() => undefined);
  };

  const retryLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void saveWaiting(true), retryMs);
    retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
  };

  const saveOnce = async (entry: { value: T }) => {
    try {
      await save(entry.value);
      retryMs = FIRST_RETRY_MS;
      if (pending !== entry) return;
      pending = undefined;
      keepLast(null);
      show({ state: 'saved', at: new Date() });
    } catch (error) {
      show({ state: isOnline() ? 'failed' : 'offline' });
      // A change during the save has its own pause.
      if (pending === entry && mayRetry(error)) retryLater();
    }
  };

  /** Saves the waiting value, one save at a time. A retry shows no state until it succeeds. */
  const saveWaiting = async (isRetry: boolean): Promise<void> => {
    clearTimeout(timer);
    while (running) await running;
    if (pending && isOnline()) {
      if (!isRetry) show({ state: 'saving' });
      running = saveOnce(pending).finally(() => {
        running = undefined;
      });
      await running;
    } else if (pending) {
      show({ state: 'offline' });
    }
    await kept;
  };

  /** Saves the waiting value now; resolves when the server and this machine have it. */
  const flush = () => saveWaiting(false);

  return {
    change: (value: T) => {
      pending = { value };
      keepLast(value);
      show({ state: isOnline() ? 'saving' : 'offline' });
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), PAUSE_MS);
    },
    flush,
    /** Resolves when the last change is stored on this machine. */
    keptLocally: () => kept,
    /** Discards the waiting value, because the work is finished elsewhere, for example by a submit. */
    discard: async () => {
      clearTimeout(timer);
      pending = undefined;
      await running;
      keepLast(null);
      show({ state: 'idle' });
      await kept;
    },
  };
};
