import pg from 'pg';
import { connectionConfig } from './db.ts';

const CHANNEL = 'zhiping';
const RETRY_MS = [100, 500, 2000, 5000];
const HEARTBEAT_MS = 5000;
/** A connection that died without a word would else be believed in for ever. */
const LIMIT_MS = 3000;

type Listener = (topic: string, payload: string) => void;

/**
 * Messages between nodes over LISTEN/NOTIFY on one channel, as `topic:payload`. They may be lost, while `healthy` is
 * false and before: nothing that must hold depends on them. They update open pages and wake background work.
 */
export type Notices = {
  readonly healthy: boolean;
  on: (listener: Listener) => void;
  /** Called when the connection is there again after it was lost. */
  onReset: (listener: () => void) => void;
  /** Called when the database gives no sign of life, neither on the lost connection nor to a new one. */
  onSilence: (listener: () => void) => void;
  close: () => Promise<void>;
};

/**
 * Listen on a connection of its own. It is asked every 5 s whether it lives, and made anew, with growing pauses, for as
 * long as the process runs.
 */
export const openNotices = async (connection: pg.ClientConfig): Promise<Notices> => {
  const listeners: Listener[] = [];
  const resets: (() => void)[] = [];
  const silences: (() => void)[] = [];
  let client: pg.Client | null = null;
  let closed = false;

  const receive = (message: string) => {
    const cut = message.indexOf(':');
    for (const listener of listeners) listener(message.slice(0, cut), message.slice(cut + 1));
  };

  const lost = (broken: pg.Client) => {
    if (client !== broken) return;
    client = null;
    broken.end().catch(() => {});
    if (!closed) void reconnect();
  };

  const connect = async () => {
    const next = new pg.Client({
      ...connectionConfig(connection),
      application_name: 'zhiping notices',
      keepAlive: true,
      connectionTimeoutMillis: LIMIT_MS,
      query_timeout: LIMIT_MS,
    });
    next.on('notification', ({ payload }) => receive(payload ?? ''));
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      if (closed) throw new Error('closed meanwhile');
    } catch (error) {
      next.end().catch(() => {});
      throw error;
    }
    client = next;
  };

  const reconnect = async () => {
    for (let attempt = 0; !closed && !client; attempt += 1) {
      await new Promise((resolve) =>
        setTimeout(resolve, RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]).unref(),
      );
      await connect().catch((error: unknown) => {
        // Refused by the database itself, which is there then.
        if (!closed && !(error instanceof pg.DatabaseError)) for (const silence of silences) silence();
      });
    }
    if (client) for (const reset of resets) reset();
  };

  const beat = async () => {
    const current = client;
    await current?.query('select 1').catch(() => lost(current));
  };

  await connect();
  const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS).unref();
  return {
    get healthy() {
      return client !== null;
    },
    on: (listener) => void listeners.push(listener),
    onReset: (listener) => void resets.push(listener),
    onSilence: (listener) => void silences.push(listener),
    close: async () => {
      closed = true;
      clearInterval(heartbeat);
      const last = client;
      client = null;
      await last?.end();
    },
  };
};
