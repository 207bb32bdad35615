import { createStore, useStore } from './store.ts';

export type NoticeKind = 'success' | 'info' | 'warning' | 'error';
/** What may be done about a notice as long as it is on screen. */
export type NoticeAction = { label: string; run: () => void };
export type Notice = {
  id: number;
  kind: NoticeKind;
  text: string;
  at: Date;
  shown: boolean;
  action?: NoticeAction;
};

const KEPT = 50;

/** Everything that was shown stays readable in the list of the navbar (WCAG 2.2.1). */
const notices = createStore<readonly Notice[]>([]);
let lastId = 0;

const add = (kind: NoticeKind) => (text: string, action?: NoticeAction) => {
  lastId += 1;
  const notice: Notice = { id: lastId, kind, text, at: new Date(), shown: false, action };
  notices.set((all) => [notice, ...all].slice(0, KEPT));
};

/** Show a notification for five seconds. Wherever it is called from, the shell displays it. */
export const notify = {
  success: add('success'),
  info: add('info'),
  warning: add('warning'),
  error: add('error'),
};

export const useNotices = () => useStore(notices);

/** Hand every notice that nobody has seen yet to `show`, now and later. */
export const onNotice = (show: (notice: Notice) => void) => {
  const flush = () => {
    const waiting = notices.get().filter(({ shown }) => !shown);
    if (waiting.length === 0) return;
    notices.set((all) => all.map((one) => ({ ...one, shown: true })));
    for (const notice of waiting.toReversed()) show(notice);
  };
  flush();
  return notices.subscribe(flush);
};

export const clearNotices = () => notices.set([]);
