import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CopyLimits } from '../src/modules/blind-copy/pipeline/limits.ts';
import { facts } from '../scripts/blind-corpus/cases.ts';
import { watchedCover } from '../scripts/blind-corpus/watched-cover.ts';

type Bomb = { bytes: Buffer; isPicture?: boolean; limits?: CopyLimits };

/** Outcome of a file: its problem or the doubts about its pages, remaining files, and the resources that it took. */
export const coverBomb = async ({ bytes, isPicture = false, limits }: Bomb) => {
  const directory = await mkdtemp(join(tmpdir(), 'zhiping-bomb-'));
  const path = join(directory, 'bomb');
  try {
    await writeFile(path, bytes);
    const job = { path, out: join(directory, 'copy'), isPicture, facts, decisions: [], drawn: [] };
    const { made, cpuMs, peak } = await watchedCover(job, limits);
    const came = 'problem' in made ? made.problem : made.covered.pages.flatMap(({ doubts }) => doubts);
    return { came, left: (await readdir(directory)).toSorted(), cpuMs, peak };
  } finally {
    await rm(directory, { recursive: true });
  }
};
