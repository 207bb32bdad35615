import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 6 * 1024 ** 3;

/** A folder for databases of tests: in memory where there is plenty, since a busy disk makes a copy wait for seconds. */
export const temporaryPlace = async (): Promise<string> => {
  const { bavail, bsize } = await statfs(IN_MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir();
};
