import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withBusyMachine } from '../../../test/busy-machine.ts';
import { forkHelper } from './fork-helper.ts';
import type { HelperLimits } from './limits.ts';

/** Programs that do one thing each, ended by the one limit that is small. */

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-helper-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const wide: HelperLimits = {
  cpuMs: 3_600_000,
  idleLooks: 1_000_000,
  residentBytes: 1000 ** 4,
  heapMegabytes: 64,
  silentMs: 3_600_000,
};
const fewLooks = { idleLooks: 20 };

const write = async (text: string) => {
  const path = join(await mkdtemp(join(directory, 'one-')), 'program.mjs');
  await writeFile(path, text);
  return pathToFileURL(path);
};

/** A program that does this once it is sent a job. */
const programOf = (body: string) =>
  write(`import { watchSelf } from '${new URL('watch-self.ts', import.meta.url).href}';
    const watch = watchSelf();
    const taken = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
    const compute = (ms) => { for (const end = taken() + ms; taken() < end; ); };
    const tell = (told) => process.send(told, () => process.exit());
    process.once('message', async () => { watch.begin(); ${body} });`);

/** What a program tells, or the signal that ended it. */
const run = async (body: string, limits: Partial<HelperLimits>) => {
  const child = forkHelper(await programOf(body), { ...wide, ...limits });
  let told: unknown;
  child.on('message', (message) => (told = message));
  child.send('begin');
  const [, signal] = (await once(child, 'exit')) as [number, string | null];
  return told ?? signal;
};

test('a program that computes for ever is ended by its time of a core', async () => {
  expect(await run('for (;;);', { cpuMs: 100 })).toBe('SIGKILL');
});

test('a job that gets further may take more, and the next one begins anew', async () => {
  const body =
    'watch.allow(100_000); compute(300); watch.begin(); watch.allow(100_000); compute(300); tell("done");';
  expect(await run(body, { cpuMs: 200 })).toBe('done');
});

test.each([
  ['waits for what never comes', 'setInterval(() => {}, 1_000_000);'],
  ['blocks its only thread', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'],
])('a program that %s is ended after so many looks', async (_, body) => {
  expect(await run(body, fewLooks)).toBe('SIGKILL');
});

test('a program that waits for another one is not', async () => {
  const body = `watch.wait(); setTimeout(() => { watch.goOn(); tell('done'); }, 1000);`;
  expect(await run(body, fewLooks)).toBe('done');
});

test('buffers count as memory', async () => {
  const body = 'const all = []; for (;;) all.push(Buffer.alloc(10_000_000, 1));';
  expect(await run(body, { residentBytes: 300_000_000 })).toBe('SIGKILL');
});

test('a program that waits for a core passes', async () => {
  const body =
    'const step = (left) => { compute(10); if (left === 0) tell("done"); else setImmediate(step, left - 1); }; step(20);';
  expect(await withBusyMachine(() => run(body, fewLooks))).toBe('done');
});

test('a program whose parent is gone ends', async () => {
  const url = await programOf('setInterval(() => {}, 1_000_000);');
  const parent = await write(`import { forkHelper } from '${new URL('fork-helper.ts', import.meta.url).href}';
    const child = forkHelper(new URL('${url.href}'), ${JSON.stringify(wide)});
    child.send('begin', () => process.send(child.pid, () => process.kill(process.pid, 'SIGKILL')));`);
  const [pid] = (await once(fork(parent), 'message')) as [number];
  const isThere = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isThere, { timeout: 60_000 }).toBe(false);
});
