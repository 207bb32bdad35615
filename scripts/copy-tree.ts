import { execFileSync } from 'node:child_process';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './run.ts';

/** A copy of the working tree in a new folder, with the installed packages, for work that must not touch the tree itself. */
export const copyTree = async (prefix: string): Promise<string> => {
  const copy = await mkdtemp(join(tmpdir(), prefix));
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', listed, { cwd: root }).toString().split('\0').filter(Boolean);
  for (const name of files)
    await cp(join(root, name), join(copy, name)).catch((error: NodeJS.ErrnoException) => {
      // Deleted, and not committed yet.
      if (error.code !== 'ENOENT') throw error;
    });
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(copy, 'node_modules')]);
  return copy;
};
