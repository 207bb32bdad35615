import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(gzip);

/**
 * Writes a gzipped copy of every script and style, so that the server does not compress the same files for every
 * visitor.
 */
export const gzipAssets = (): Plugin => ({
  name: 'gzipped',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(m?js|css)$/.test(name));
    await Promise.all(
      files.map(async (name) => {
        const file = join(dir, name);
        await writeFile(`${file}.gz`, await compress(await readFile(file), { level: 9 }));
      }),
    );
  },
});
