import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';

/** Work in a directory for plain dumps, which is removed at the end, or with the process when that has to stop. */
export const withWorkDirectory = async <T>(
  prefix: string,
  work: (directory: string) => Promise<T>,
): Promise<T> => {
  const directory = await mkdtemp(prefix);
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  process.on('exit', remove);
  try {
    return await work(directory);
  } finally {
    process.off('exit', remove);
    remove();
  }
};
