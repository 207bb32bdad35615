import { createStore, useStore } from './store.ts';

export type NoticeKind = 'success' | 'info' | 'warning' | 'error';
type NoticeAction = { label: string; run: () => void };
type Notice = {
  id: number;
  kind: NoticeKind;
  text: string;
  at: Date;
  shown: boolean;
  action?: NoticeAction;
  /** Page that the notice is about. */
  link?: string;
  /** The server stores it, so it is in the list of messages already. */
  isKept?: true;
};

const KEPT = 50;

/** Notices stay readable in the panel of the navbar after they disappear (WCAG 2.2.1). */
const notices = createStore<readonly Notice[]>([]);
let lastId = 0;

type NoticeOptions = Pick<Notice, 'action' | 'link' | 'isKept'>;

const add = (kind: NoticeKind, text: string, more: NoticeOptions) => {
  lastId += 1;
  const notice: Notice = { id: lastId, kind, text, at: new Date(), shown: false, ...more };
  notices.set((all) => [notice, ...all].slice(0, KEPT));
};

const adder = (kind: NoticeKind) => (text: string, action?: NoticeAction) =>
  add(kind, text, action ? { action } : {});

/** Shows a notification for five seconds. It can be called from everywhere; the shell displays it. */
export const notify = {
  success: adder('success'),
  info: adder('info'),
  warning: adder('warning'),
  error: adder('error'),
};

/** Shows a message that the server stores for the user. */
export const notifyKept = ({ kind, text, link }: { kind: NoticeKind; text: string; link: string | null }) =>
  add(kind, text, { isKept: true, ...(link === null ? {} : { link }) });

/** Notices of this page that the server does not store. */
export const useNotices = () => useStore(notices).filter(({ isKept }) => !isKept);

/** Passes every notice that was not shown yet to `show`, now and later. */
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
