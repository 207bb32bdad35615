import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../src/config.ts';
import { startOwnPostgres } from '../src/own-postgres/start.ts';
import { databaseOf } from '../src/platform/database/other-database.ts';
import { setUpDatabase } from '../src/setup-database.ts';
import './cheap-passwords.ts';
import { temporaryPlace } from './temporary-place.ts';

type Cloning = 'wal_log' | 'file_copy';

declare module 'vitest' {
  interface ProvidedContext {
    server: pg.ClientConfig;
    template: string;
    cloning: Cloning;
  }
}

type Server = { server: pg.ClientConfig; stop: () => Promise<void> };

/**
 * A role as a hosted PostgreSQL gives it, so that no test leans on a superuser. Thousands of connections are opened in
 * a run, each with thousands of rounds of a hash on both sides: one round is enough here.
 */
const ordinaryRole = async (own: pg.ClientConfig): Promise<pg.ClientConfig> => {
  const admin = new pg.Client(own);
  await admin.connect();
  await admin.query('set scram_iterations = 1');
  await admin.query(`create role tester login createdb createrole password 'tester'`);
  await admin.end();
  return asRole(databaseOf(own, 'postgres'), 'tester', 'tester');
};

const openServer = async (): Promise<Server> => {
  const url = process.env['DATABASE_URL'];
  if (url) return { server: { connectionString: url }, stop: async () => {} };
  const dataDir = await mkdtemp(join(await temporaryPlace(), 'zhiping-test-'));
  const own = await startOwnPostgres({ dataDir, log: () => {}, isDurable: false });
  const stop = async () => {
    await own.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { server: await ordinaryRole(own.connection), stop };
};

/** To copy files asks a server that keeps a log for standbys for two checkpoints each time. */
const cheapestCloning = async (admin: pg.Client): Promise<Cloning> => {
  const { rows } = await admin.query<{ wal_level: string }>('show wal_level');
  return rows[0]!.wal_level === 'minimal' ? 'file_copy' : 'wal_log';
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
  project.provide('cloning', await cheapestCloning(admin));
  return async () => {
    const { rows } = await admin.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [template],
    );
    for (const { name } of rows) await admin.query(`drop database ${name}`);
    await admin.end();
    await stop();
  };
}

/** The same database, as another role. */
export const asRole = (connection: pg.ClientConfig, user: string, password: string): pg.ClientConfig => {
  if (!connection.connectionString) return { ...connection, user, password };
  const url = new URL(connection.connectionString);
  url.username = user;
  url.password = password;
  return { connectionString: url.href };
};
