import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BUSY_PROCESSES = 8;
/** Ports that programs of this kind ask for by default. */
const TAKEN_PORTS = [3000, 4173, 5173, 5432, 8000, 8080, 9323];
/** Leftovers of killed runs, by the prefixes that tests and product use. */
const LEFTOVERS = ['zhiping-test-', 'zhiping-files-', 'zhiping-e2e-', 'zhiping-report-', 'zhiping-'];
const LEFTOVERS_EACH = 1000;

const takePort = (port: number) =>
  new Promise<Server | null>((resolve) => {
    const server = createServer();
    // Taken by another program is as good.
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

const fillTemporaryFolder = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'busy-'));
  for (const prefix of LEFTOVERS)
    for (let index = 0; index < LEFTOVERS_EACH; index += 1)
      await writeFile(join(directory, `${prefix}${index.toString(36).padStart(6, '0')}`), '');
  return directory;
};

/**
 * Makes the machine as unpleasant as a shared one may be: eight processes that never rest, default ports taken, a folder for
 * temporary files full of leftovers. Answers what a run beside it must know, and a way back.
 */
export const disturbMachine = async () => {
  const directory = await fillTemporaryFolder();
  const ports = await Promise.all(TAKEN_PORTS.map(takePort));
  const children = Array.from({ length: BUSY_PROCESSES }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const exits = children.map((child) => once(child, 'exit'));
  const stop = async () => {
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(exits);
    for (const server of ports) server?.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { temporary: directory, stop };
};
