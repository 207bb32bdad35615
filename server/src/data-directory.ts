import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explainFileErrors } from './own-postgres/error.ts';

/** Refuses a data directory in which no file can be made, before a start says that it is ready. */
export const requireWritable = (dataDir: string): Promise<void> =>
  explainFileErrors(dataDir, async () => {
    await mkdir(dataDir, { recursive: true });
    const probe = join(dataDir, `.probe-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
  });
