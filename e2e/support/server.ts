import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryPlace } from '../../server/test/temporary-place.ts';
import { adminPassword, captchaAnswer, helpPhone } from './accounts.ts';

const main = join(import.meta.dirname, '..', '..', 'server', 'src', 'main.ts');
const travelling = join(import.meta.dirname, 'travelling-server.ts');
const patienceMs = 600_000;
/** Characters of the server's warnings that are shown at its end. */
const SHOWN = 4000;

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};

const isReady = (url: string) =>
  fetch(`${url}/title/health/ready`).then(
    (answer) => answer.ok,
    () => false,
  );

type Started = { url: string; stop(): Promise<void> };

/** A server whose clock is ahead by a number of days that can be set. */
export const startTravellingServer = async (): Promise<
  Started & { travel(days: number): Promise<void>; crash(): Promise<void> }
> => {
  const { running, url, stop, crash } = await startChild(travelling);
  const travel = async (days: number) => {
    running().send(days);
    await once(running(), 'message');
  };
  return { url, stop, travel, crash };
};

/** The real server on a free port, with files and a packaged PostgreSQL of its own. */
export const startServer = async (settings: Record<string, string> = {}): Promise<Started> => {
  const { url, stop } = await startChild(main, settings);
  return { url, stop };
};

const startChild = async (
  program: string,
  settings: Record<string, string> = {},
): Promise<Started & { running(): ChildProcess; crash(): Promise<void> }> => {
  const dataDir = await mkdtemp(join(await temporaryPlace(), 'zhiping-e2e-'));
  const port = await freePort();
  const environment = {
    ...process.env,
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: undefined,
    DEMO_DATA: 'true',
    CAPTCHA_ANSWER: captchaAnswer,
    INITIAL_ADMIN_PASSWORD: adminPassword,
    HELP_PHONE: helpPhone,
    LOG_LEVEL: 'warn',
    ...settings,
  };
  let output = '';
  let child: ChildProcess;
  let ended: Promise<unknown>;
  const url = `http://127.0.0.1:${port}`;
  const begin = async () => {
    child = spawn(process.execPath, [program], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream!.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
    }
    ended = once(child, 'close');
    const deadline = Date.now() + patienceMs;
    while (!(await isReady(url))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        await stop();
        throw new Error(`The server did not start:\n${output}`);
      }
      await sleep(50);
    }
  };
  /** Killed as by a power failure, and started again. */
  const crash = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    await begin();
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    // A story that failed is often explained by what the server complained of.
    if (output) process.stdout.write(`What the server said last:\n${output.slice(-SHOWN)}\n`);
    // The cluster may lie elsewhere, behind a link: see docs/decisions/0002-own-postgresql.md.
    const cluster = await realpath(join(dataDir, 'postgres')).catch(() => dataDir);
    for (const path of [cluster, dataDir]) await rm(path, { recursive: true, force: true });
  };

  await begin();
  return { url, stop, running: () => child, crash };
};
