import { createStore, useStore } from './store.ts';

export type NoticeKind = 'success' | 'info' | 'warning' | 'error';
/** What may be done about a notice as long as it is on screen. */
type NoticeAction = { label: string; run: () => void };
type Notice = {
  id: number;
  kind: NoticeKind;
  text: string;
  at: Date;
  shown: boolean;
  action?: NoticeAction;
  /** Page that it is about. */
  link?: string;
  /** The server keeps it: it is in the list of messages already. */
  isKept?: true;
};

const KEPT = 50;

/** Everything that was shown stays readable in the list of the navbar (WCAG 2.2.1). */
const notices = createStore<readonly Notice[]>([]);
let lastId = 0;

type More = Pick<Notice, 'action' | 'link' | 'isKept'>;

const add = (kind: NoticeKind, text: string, more: More) => {
  lastId += 1;
  const notice: Notice = { id: lastId, kind, text, at: new Date(), shown: false, ...more };
  notices.set((all) => [notice, ...all].slice(0, KEPT));
};

const adder = (kind: NoticeKind) => (text: string, action?: NoticeAction) =>
  add(kind, text, action ? { action } : {});

/** Show a notification for five seconds. Wherever it is called from, the shell displays it. */
export const notify = {
  success: adder('success'),
  info: adder('info'),
  warning: adder('warning'),
  error: adder('error'),
};

/** Show a message that the server keeps for the person. */
export const notifyKept = ({ kind, text, link }: { kind: NoticeKind; text: string; link: string | null }) =>
  add(kind, text, { isKept: true, ...(link === null ? {} : { link }) });

/** What was shown in this page and is kept nowhere else. */
export const useNotices = () => useStore(notices).filter(({ isKept }) => !isKept);

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
