import type { Socket } from 'node:net';
import pg from 'pg';
import { inject as injected } from 'vitest';

let open: Promise<pg.Client> | undefined;

const connect = async () => {
  const client = new pg.Client(injected('server'));
  client.on('error', () => (open = undefined));
  await client.connect();
  // It stays for as long as the process of the tests, and does not keep that one alive.
  (client as pg.Client & { connection: { stream: Socket } }).connection.stream.unref();
  return client;
};

/** The connection of this process to the server's own database, over which databases are made and dropped. */
export const adminConnection = (): Promise<pg.Client> => (open ??= connect());
