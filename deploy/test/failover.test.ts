import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInFirst } from './client.ts';
import { isSuccess, startLoad } from './load.ts';
import { startNode } from './node.ts';
import { startPostgresPair } from './postgres-pair.ts';
import { freePort, type Running, stop } from './processes.ts';

/** The primary of a synchronous pair dies under twelve writers: nothing acknowledged is lost, and it goes on by itself. */

let pair: Awaited<ReturnType<typeof startPostgresPair>>;
let node: Running;
let directory: string;
let base: string;
let token: string;

beforeAll(async () => {
  pair = await startPostgresPair();
  directory = await mkdtemp(join(tmpdir(), 'zhiping-failover-'));
  const port = await freePort();
  node = await startNode(port, { DATABASE_URL: pair.url, DATA_DIR: directory });
  base = `http://127.0.0.1:${port}`;
  token = await signInFirst(base, 'Behind-Haproxy-2026');
});

afterAll(async () => {
  await stop(node, 'SIGKILL');
  await pair?.close();
  await rm(directory, { recursive: true, force: true });
});

const namesInDatabase = async () => {
  const client = new pg.Client(pair.url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select name from job');
  await client.end();
  return new Set(rows.map(({ name }) => name));
};

test('no acknowledged write is lost, and in between the answer is 503', async () => {
  const load = startLoad(base, token, { writers: 12 });
  const written = () => load.records.filter(isSuccess).length;
  await expect.poll(written).toBeGreaterThan(500);
  await pair.killPrimary();
  const atKill = written();
  await pair.promoteStandby();
  await expect.poll(written).toBeGreaterThan(atKill + 500);
  await load.stop();

  const stored = await namesInDatabase();
  const acknowledged = load.records.filter(isSuccess);
  expect(acknowledged.filter(({ name }) => !stored.has(name))).toEqual([]);
  const failed = load.records.filter((record) => !isSuccess(record));
  expect(new Set(failed.map(({ outcome }) => outcome))).toEqual(new Set([503]));
  expect(load.serverErrors.filter(({ headers }) => !headers['retry-after'])).toEqual([]);
});
