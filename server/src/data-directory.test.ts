import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireWritable } from './data-directory.ts';

test('a directory is made and left empty; one in which nothing can be made is refused in words', async () => {
  const home = await mkdtemp(join(tmpdir(), 'zhiping-'));
  try {
    await requireWritable(join(home, 'data'));
    expect(await readdir(join(home, 'data'))).toEqual([]);
    await writeFile(join(home, 'file'), '');
    await expect(requireWritable(join(home, 'file', 'data'))).rejects.toThrow('数据目录的路径上有同名文件');
  } finally {
    await rm(home, { recursive: true });
  }
});
