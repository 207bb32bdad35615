import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { databaseUrlOf } from './database-url.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { helperEnv } from '../src/platform/helper-env.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const started: ChildProcess[] = [];

/** After each test: whatever it left running. */
export const killProcesses = () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
};

/** Servers as processes of their own on the database and the files of a test server, to be killed. */
export const processesOn = (server: () => TestServer) => {
  const startProcess = async (env: Record<string, string> = {}) => {
    const { dataDir, connection } = server();
    const child = spawn(process.execPath, [main], {
      cwd: dataDir,
      env: {
        ...helperEnv(),
        PATH: process.env['PATH'],
        PORT: '0',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
        DATABASE_URL: databaseUrlOf(connection),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(child);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk));
    await expect.poll(() => output).toMatch(/http:\S+\/title/);
    return { child, address: /(http:\S+\/title)/.exec(output)?.[1] as string };
  };

  const stop = async (child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') => {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };

  const taskOf = (id: number) =>
    server().db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  /** Ends the lease of a killed process, for which the next one would wait. */
  const endLease = (taskId: number) =>
    server().db.updateTable('task').set({ due_at: new Date() }).where('id', '=', taskId).execute();

  /** Let another node take over what the killed one left. */
  const takeOver = async (taskId: number) => {
    const { connection, dataDir } = server();
    const next = await startTestServer({ connection, env: { DATA_DIR: dataDir }, work: {} });
    try {
      await expect.poll(async () => (await taskOf(taskId)).state).toBe('done');
    } finally {
      await next.close();
    }
  };

  return { startProcess, stop, taskOf, endLease, takeOver };
};
