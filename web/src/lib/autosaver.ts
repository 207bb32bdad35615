import { timeOf } from './shanghai.ts';

const PAUSE_MS = 1200;
/** After a save that failed it is tried again by itself: soon at first, then twice as late each time. */
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
  /** Keep the value on this machine; null forgets it. Answers whether that will last. */
  keep: (value: T | null) => Promise<boolean>;
  onKept: (isKept: boolean) => void;
  /** Hand the value to the server. */
  save: (value: T) => Promise<unknown>;
  onStatus: (status: SaveStatus) => void;
  isOnline: () => boolean;
  /** Whether the same save may succeed later without anybody doing anything. */
  mayPass: (error: unknown) => boolean;
};

/**
 * Saves without anybody pressing a button: on this machine at once, on the server after a pause. One save at a time;
 * what is typed meanwhile follows, so the server never ends with an older value than the screen.
 */
export const createAutosaver = <T>({ keep, onKept, save, onStatus, isOnline, mayPass }: Deps<T>) => {
  let pending: { value: T } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let kept: Promise<void> = Promise.resolve();

  /** The line never says that everything is saved while something waits for its pause. */
  let shown: SaveStatus['state'] = 'idle';
  const show = (status: SaveStatus) => {
    if (status.state === shown && status.state !== 'saved') return;
    shown = status.state;
    onStatus(status);
  };

  // A full or forbidden disk must not stop the save to the server.
  const keepLast = (value: T | null) => {
    // Whether something is forgotten tells nothing of whether there is room.
    const tell = (isKept: boolean) => value !== null && onKept(isKept);
    kept = kept
      .then(() => keep(value))
      .then(tell, () => tell(false))
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
      // What was typed meanwhile is sent by its own pause.
      if (pending === entry && mayPass(error)) retryLater();
    }
  };

  /** One at a time, however many ask at once. What is tried again by itself says nothing until it has succeeded. */
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

  /** Save now what waits for its pause; resolves when server and machine are done. */
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
    /** Resolves when the last change is safe on this machine. */
    keptLocally: () => kept,
    /** The work is done elsewhere, by a submit for instance: forget what waits. */
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
