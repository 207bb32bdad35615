import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { mustConfirm } from '@zhiping/shared/rules/expert/confirmation.ts';
import { FromPage, LIVE_PATH, type ToPage } from '@zhiping/shared/live.ts';
import { addressedOf } from './broadcast.ts';
import type { Notices } from '../database/notices.ts';
import { holds, type Principal } from '../auth/principal.ts';
import type { Sessions } from '../auth/session.ts';
import type { Clock } from '../clock.ts';

const HELLO_MS = 10_000;
const PING_MS = 30_000;
const MAX_MESSAGE = 4096;
const MAX_OF_USER = 30;

/** Close codes of the application range: the page must not reconnect with this token. */
const REFUSED = 4401;
const TOO_MANY = 4429;
const GOING_AWAY = 1001;

/** After what a page that could not be judged, since its question failed, is judged again. */
const LOOK_AGAIN_MS = 1000;

const WATCHING = ['review:list', 'assignment:list'] as const;

type Page = {
  socket: WebSocket;
  token: string;
  userId: number;
  roleIds: readonly number[];
  /** Null until it was read for the first time. */
  access: string | null;
  /** Experts who have not confirmed get nothing that is meant for users. */
  mayHear: boolean;
  /** Whether the page is notified of changes in rounds. */
  mayWatch: boolean;
  isAlive: boolean;
};

type Parts = {
  sessions: Sessions;
  clock: Clock;
  notices: Notices;
  /** Menus of a user, as their pages have loaded them. */
  menusOf: (user: Principal) => Promise<unknown>;
};

/**
 * Keeps a websocket to every open page: reports the end of its session and changes of its access, and passes on
 * messages for its user or their roles (broadcast.ts). Every node serves its own pages; the database notifies all
 * nodes. Returns a function that counts the pages.
 */
export const registerLive = async (app: FastifyInstance, { sessions, clock, notices, menusOf }: Parts) => {
  await app.register(websocket, { options: { maxPayload: MAX_MESSAGE } });
  const pages = new Set<Page>();

  /** All that an open page has loaded about what it may do. */
  const accessOf = async (user: Principal) =>
    JSON.stringify([user.view.roles, user.deptScope, user.view.expert?.confirmedAt, await menusOf(user)]);

  const look = async (page: Page) => {
    const user = await sessions.find(page.token, clock.now());
    if (!user) {
      send(page.socket, { kind: 'signedOut', message: '您的登录已被终止，请重新登录' });
      page.socket.close(REFUSED);
      return;
    }
    const access = await accessOf(user);
    if (page.access !== null && access !== page.access) send(page.socket, { kind: 'accessChanged' });
    page.access = access;
    page.roleIds = user.roleIds;
    page.mayHear = !mustConfirm(user.view);
    page.mayWatch = mayWatch(user);
  };

  /** Serialised: a change that concerns all must not become a simultaneous query for every page. */
  let looking = Promise.resolve();
  const lookAt = (concerned: Page[]) => {
    looking = looking.then(async () => {
      const unjudged: Page[] = [];
      for (const page of concerned)
        await look(page).catch((error: unknown) => {
          app.log.error({ err: error }, 'page not judged');
          unjudged.push(page);
          // It may have lost what it heard by.
          page.mayHear = false;
          page.mayWatch = false;
        });
      if (unjudged.length > 0)
        setTimeout(() => lookAt(unjudged.filter((page) => pages.has(page))), LOOK_AGAIN_MS).unref();
    });
  };

  notices.on((topic, payload) => {
    const addressed = addressedOf(topic, payload);
    if (addressed)
      for (const page of pages) if (page.mayHear && addressed.to(page)) sendText(page.socket, addressed.text);
    if (topic !== 'page') return;
    lookAt([...pages].filter((page) => payload === 'all' || page.userId === Number(payload)));
  });

  // Messages may have been missed while the line was down.
  notices.onReset(() => lookAt([...pages]));

  const greet = async (socket: WebSocket, text: string) => {
    const hello = parse(text);
    const user = hello && (await sessions.find(hello.token, clock.now()));
    if (!hello || !user) return socket.close(REFUSED);
    const ofUser = [...pages].filter((page) => page.userId === user.userId);
    if (ofUser.length >= MAX_OF_USER) return socket.close(TOO_MANY);
    const page: Page = {
      socket,
      token: hello.token,
      userId: user.userId,
      roleIds: user.roleIds,
      mayHear: !mustConfirm(user.view),
      mayWatch: mayWatch(user),
      access: null,
      isAlive: true,
    };
    // Counted before anything is waited for, and looked at afterwards: what changes meanwhile is not missed.
    pages.add(page);
    socket.on('pong', () => {
      page.isAlive = true;
    });
    socket.on('close', () => pages.delete(page));
    await look(page);
    if (socket.readyState !== socket.OPEN) pages.delete(page);
    send(socket, { kind: 'ready' });
  };

  // Other requests than websockets get a 404.
  const handler = (_request: FastifyRequest, reply: FastifyReply) => reply.callNotFound();
  const wsHandler = (socket: WebSocket) => {
    const late = setTimeout(() => socket.close(REFUSED), HELLO_MS).unref();
    socket.on('error', () => socket.terminate());
    socket.once('message', (data: Buffer) => {
      clearTimeout(late);
      greet(socket, data.toString()).catch((error: unknown) => {
        app.log.error({ err: error }, 'page not greeted');
        socket.terminate();
      });
    });
    socket.once('close', () => clearTimeout(late));
  };
  app.route({ method: 'GET', url: API_BASE + LIVE_PATH, handler, wsHandler });

  const pinging = setInterval(() => pages.forEach(ping), PING_MS).unref();
  app.addHook('preClose', async () => {
    clearInterval(pinging);
    for (const { socket } of pages) socket.close(GOING_AWAY);
  });
  return { openPages: () => pages.size };
};

/** Rounds are run for all schools at once: one alone does not even learn when something of them moves. */
const mayWatch = (user: Principal) => user.deptScope === null && holds(user, WATCHING);

const sendText = (socket: WebSocket, text: string) => {
  if (socket.readyState === socket.OPEN) socket.send(text);
};

const send = (socket: WebSocket, message: ToPage) => sendText(socket, JSON.stringify(message));

/** A page that did not answer the last ping is gone, whatever its connection says. */
const ping = (page: Page) => {
  if (!page.isAlive) return page.socket.terminate();
  page.isAlive = false;
  page.socket.ping();
};

const parse = (text: string) => {
  try {
    return FromPage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
