import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { beginProgram, runProgram } from '../../../test/helper-programs.ts';

/** Each program is ended by the one limit that is small. */

const fewLooks = { idleLooks: 20 };

test('a program that computes for ever is ended by its time of a core', async () => {
  expect(await runProgram('computes', { cpuMs: 100 })).toBe('SIGKILL');
});

test('a job that gets further may take more, and the next one begins anew', async () => {
  expect(await runProgram('getsFurther', { cpuMs: 300 })).toBe('done');
});

test.each(['waits', 'blocks'] as const)('a program that %s is ended after so many looks', async (deed) => {
  expect(await runProgram(deed, fewLooks)).toBe('SIGKILL');
});

test('buffers count as memory', async () => {
  expect(await runProgram('fillsBuffers', { residentBytes: 300_000_000 })).toBe('SIGKILL');
});

/** Time of a program that is ended for standing still. */
const aWhile = () => runProgram('blocks', fewLooks);

test('a program that waits for another one is not', async () => {
  const child = beginProgram('waitsForAnother', fewLooks);
  await once(child, 'message');
  await aWhile();
  const told = once(child, 'message');
  child.send('go on');
  expect(await told).toContain('done');
});

test('a program that is given no core is not', async () => {
  const child = beginProgram('computesWhenSent', fewLooks);
  await once(child, 'message');
  child.send('go on');
  child.kill('SIGSTOP');
  await aWhile();
  const told = once(child, 'message');
  child.kill('SIGCONT');
  expect(await told).toContain('done');
});

test('a program whose parent is gone ends', async () => {
  const parent = fork(new URL('../../../test/helper-parent-child.ts', import.meta.url));
  const [pid] = (await once(parent, 'message')) as [number];
  const isThere = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isThere).toBe(false);
});
