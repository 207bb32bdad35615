import { API_BASE } from '@zhiping/shared/constants.ts';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { builtMenuApi } from '@zhiping/shared/contracts/built-menu.ts';
import { notificationApi } from '@zhiping/shared/contracts/notification.ts';
import { taskApi } from '@zhiping/shared/contracts/task.ts';
import { LIVE_PATH, type ToPage } from '@zhiping/shared/live.ts';
import { call } from '../lib/api.ts';
import { notify, notifyKept } from '../lib/notify.ts';
import { onOwnReviewChanged } from '../lib/own-reviews.ts';
import { hasJustWritten } from '../lib/own-writes.ts';
import { refresh } from '../lib/query-client.ts';
import { refreshMenus } from '../lib/refresh-user.ts';
import { onRoundChanged } from '../lib/rounds.ts';
import { session } from '../lib/session-store.ts';
import { onTaskProgress } from '../lib/tasks.ts';
import { expire } from './session.ts';

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** Messages about own reviews lead here. */
const OWN_REVIEWS = '/desk/task';
/** Close code of the server for a refused token; the next call gets a 401 with the reason. */
const REFUSED = 4401;

const addressOf = ({ protocol, host }: Location) =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${API_BASE}${LIVE_PATH}`;

/** Reloads the menus at once if the user's own write caused the change; otherwise a notification offers it. */
const onAccessChanged = () => {
  const reload = () => void refreshMenus().catch(() => undefined);
  if (hasJustWritten()) reload();
  else notify.info('您的权限或菜单已变更', { label: '重新加载菜单', run: reload });
};

/** Detects permissions and menus that changed while the connection was down. */
const checkAccessChanged = async () => {
  const { user, menus } = session.get();
  if (!user || !menus) return;
  const [{ roles }, built] = await Promise.all([
    call(authApi.info, { quiet: true }),
    call(builtMenuApi.build, { query: { all: true }, quiet: true }),
  ]);
  const isSame = JSON.stringify([user.roles, menus]) === JSON.stringify([roles, built]);
  if (!isSame && session.get().menus === menus) onAccessChanged();
};

const onMessage = (message: ToPage) => {
  if (message.kind === 'accessChanged') onAccessChanged();
  if (message.kind === 'signedOut') void expire();
  if (message.kind === 'task') onTaskProgress(message.task);
  if (message.kind === 'round') onRoundChanged();
  if (message.kind === 'review') onOwnReviewChanged();
  if (message.kind === 'message') {
    if (message.message.link?.startsWith(OWN_REVIEWS)) onOwnReviewChanged();
    void refresh(notificationApi.list);
    notifyKept(message.message);
  }
};

/** Milliseconds before the next attempt: exponential back-off with jitter, so that not all pages reconnect at once. */
export const pauseBefore = (attempt: number, random = Math.random()) =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.5 + random / 2);

/** Keeps a WebSocket to the server open while the user is signed in. Returns a function that closes it. */
export const keepLiveConnection = (): (() => void) => {
  let socket: WebSocket | undefined;
  let timer: number | undefined;
  let attempt = 0;
  let isOver = false;
  let wasUp = false;

  const connect = () => {
    const { token } = session.get();
    if (isOver || !token) return;
    socket = new WebSocket(addressOf(location));
    socket.addEventListener('open', () => socket?.send(JSON.stringify({ kind: 'hello', token })));
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as ToPage;
      if (message.kind === 'ready') {
        attempt = 0;
        // Refetches what was announced while the connection was down.
        if (wasUp) {
          void refresh(notificationApi.list, taskApi.latest);
          onRoundChanged();
          onOwnReviewChanged();
          void checkAccessChanged().catch(() => undefined);
        }
        wasUp = true;
      }
      onMessage(message);
    });
    socket.addEventListener('close', ({ code }) => {
      if (isOver || code === REFUSED) return;
      timer = window.setTimeout(connect, pauseBefore(attempt));
      attempt += 1;
    });
  };

  connect();
  return () => {
    isOver = true;
    window.clearTimeout(timer);
    socket?.close();
  };
};
