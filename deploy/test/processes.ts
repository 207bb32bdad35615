import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const root = join(import.meta.dirname, '..', '..');

export const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};

export type Running = { child: ChildProcess; output: () => string; ended: Promise<unknown> };

const children = new Set<ChildProcess>();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

/** A process that runs until it is stopped; its last output is kept for the message of a failure. */
export const start = (command: string, args: string[], options: SpawnOptions = {}): Running => {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)));
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      children.delete(child);
      resolve();
    });
    child.once('error', (error) => {
      output += error.message;
      resolve();
    });
  });
  return { child, output: () => output, ended };
};

/** Run a command to its end; throws with its output unless it ends with 0. */
export const run = async (command: string, args: string[], options: SpawnOptions = {}): Promise<string> => {
  const running = start(command, args, options);
  await running.ended;
  if (running.child.exitCode !== 0)
    throw new Error(
      `${command} ${args.join(' ')} ended with ${running.child.exitCode}:\n${running.output()}`,
    );
  return running.output();
};

export const stop = async ({ child, ended }: Running, signal: NodeJS.Signals = 'SIGTERM') => {
  child.kill(signal);
  await ended;
};

/** Ask again every 50 ms until the answer is true. */
export const until = async (what: string, isSo: () => Promise<boolean>, patienceMs = 60_000) => {
  const deadline = Date.now() + patienceMs;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`waited ${patienceMs} ms in vain: ${what}`);
    await pause(50);
  }
};
