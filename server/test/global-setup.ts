import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../src/config.ts';
import { startOwnPostgres } from '../src/own-postgres/start.ts';
import { setUpDatabase } from '../src/setup-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: pg.ClientConfig;
    template: string;
  }
}

const openServer = async (): Promise<{ server: pg.ClientConfig; stop: () => Promise<void> }> => {
  const url = process.env['DATABASE_URL'];
  if (url) return { server: { connectionString: url }, stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), 'zhiping-test-'));
  const own = await startOwnPostgres({ dataDir, log: () => {}, isDurable: false });
  const stop = async () => {
    await own.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { server: own.connection, stop };
};

/** One server for the run, with a template that holds the public registers and one administrator. */
export default async function setup(project: TestProject) {
  const { server, stop } = await openServer();
  const template = `zhiping_template_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query(`create database ${template}`);
  const config = readConfig({
    NODE_ENV: 'test',
    DEMO_DATA: 'false',
    INITIAL_ADMIN_PASSWORD: 'First-Admin-2026',
  });
  await setUpDatabase(databaseOf(server, template), config);
  project.provide('server', server);
  project.provide('template', template);
  return async () => {
    await admin.query(`drop database ${template}`);
    await admin.end();
    await stop();
  };
}

/** The same server, another database. */
export const databaseOf = (server: pg.ClientConfig, database: string): pg.ClientConfig => {
  if (!server.connectionString) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
};
