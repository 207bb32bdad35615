import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** Run a program with our terminal and answer its exit code; a signal counts as failure. */
export const run = async (
  program: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string | undefined>; isQuiet?: boolean } = {},
): Promise<number> => {
  const child = spawn(program, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
    stdio: options.isQuiet ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
};
