import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connectionConfig } from './db.ts';

const CHANNEL = 'zhiping';
const RETRY_MS = [100, 500, 2000, 5000];

type Listener = (topic: string, payload: string) => void;

/**
 * Messages between nodes over LISTEN/NOTIFY on one channel, as `topic:payload`. While `healthy` is false messages may
 * have been missed: whoever caches by them must not trust the cache, and `onReset` tells when to empty it.
 */
export type Notices = {
  readonly healthy: boolean;
  on: (listener: Listener) => void;
  onReset: (listener: () => void) => void;
  /** Resolves when every message sent before the call, by anybody, has reached this node. */
  settled: () => Promise<void>;
  close: () => Promise<void>;
};

/** Listen on a connection of its own; it is made anew, with growing pauses, for as long as the process runs. */
export const openNotices = async (connection: pg.ClientConfig, pool: pg.Pool): Promise<Notices> => {
  const listeners: Listener[] = [];
  const resets: (() => void)[] = [];
  const echoes = new Map<string, () => void>();
  let client: pg.Client | null = null;
  let closed = false;

  const receive = (message: string) => {
    const cut = message.indexOf(':');
    const topic = message.slice(0, cut);
    const payload = message.slice(cut + 1);
    if (topic === 'echo') echoes.get(payload)?.();
    else for (const listener of listeners) listener(topic, payload);
  };

  const lost = (broken: pg.Client) => {
    if (client !== broken) return;
    client = null;
    for (const resolve of echoes.values()) resolve();
    if (!closed) void reconnect();
  };

  const connect = async () => {
    const next = new pg.Client({ ...connectionConfig(connection), keepAlive: true });
    next.on('notification', ({ payload }) => receive(payload ?? ''));
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    client = next;
    for (const reset of resets) reset();
  };

  const reconnect = async () => {
    for (let attempt = 0; !closed && !client; attempt += 1) {
      await new Promise((resolve) =>
        setTimeout(resolve, RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]).unref(),
      );
      await connect().catch(() => {});
    }
  };

  await connect();
  return {
    get healthy() {
      return client !== null;
    },
    on: (listener) => void listeners.push(listener),
    onReset: (listener) => void resets.push(listener),
    settled: async () => {
      if (!client) return;
      const nonce = randomUUID();
      const heard = new Promise<void>((resolve) => echoes.set(nonce, resolve));
      try {
        await pool.query('select pg_notify($1, $2)', [CHANNEL, `echo:${nonce}`]);
        await heard;
      } finally {
        echoes.delete(nonce);
      }
    },
    close: async () => {
      closed = true;
      const last = client;
      client = null;
      for (const resolve of echoes.values()) resolve();
      await last?.end();
    },
  };
};
