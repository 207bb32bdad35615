import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
/**
 * Character maps, the standard PDF fonts, and decoders without WebAssembly, which our content security policy forbids.
 */
const folders = { cmaps: /./, standard_fonts: /./, wasm: /nowasm|LICENSE_(JBIG2|OPENJPEG|PDFJS)/ };

/** Among the hashed assets, which browsers cache for ever; each version of pdf.js has its own folder. */
const pathOf = (version: string, folder: string, name: string) => `assets/pdfjs-${version}/${folder}/${name}`;

/**
 * Serves the files that pdf.js fetches at run time from our own address. `__PDFJS__` is their folder, below the base.
 */
export const pdfAssets = (): Plugin => {
  const load = async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return version;
  };
  return {
    name: 'pdf-assets',
    config: async () => ({ define: { __PDFJS__: JSON.stringify(`assets/pdfjs-${await load()}/`) } }),
    async configureServer(server) {
      const prefix = `${server.config.base}assets/pdfjs-${await load()}/`;
      server.middlewares.use((request, response, next) => {
        const path = request.url?.startsWith(prefix) ? request.url.slice(prefix.length) : '';
        if (!/^\w+\/[\w.-]+$/.test(path)) {
          next();
          return;
        }
        if (path.endsWith('.js')) response.setHeader('content-type', 'text/javascript');
        readFile(join(root, path)).then((content) => response.end(content), next);
      });
    },
    async generateBundle() {
      const version = await load();
      for (const [folder, wanted] of Object.entries(folders))
        for (const name of (await readdir(join(root, folder))).filter((one) => wanted.test(one)))
          this.emitFile({
            type: 'asset',
            fileName: pathOf(version, folder, name),
            source: await readFile(join(root, folder, name)),
          });
    },
  };
};
