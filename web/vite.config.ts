import react from '@vitejs/plugin-react';
import { API_BASE, WEB_BASE } from '@zhiping/shared/constants.ts';
import { defineConfig, type Plugin } from 'vite';

const SERVER = 'http://127.0.0.1:8000';

/** Open pages compare this number with the one that they were built with, to learn of a new version. */
const buildNumber = (build: string): Plugin => ({
  name: 'build-number',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ build }) });
  },
});

export default defineConfig(({ command }) => {
  const build = command === 'build' ? Date.now().toString(36) : 'dev';
  return {
    base: `${WEB_BASE}/`,
    define: { __BUILD__: JSON.stringify(build) },
    plugins: [react(), buildNumber(build)],
    build: {
      manifest: true,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              // Zod learns that it must not probe for eval before the first schema is made (see lib/jitless.ts).
              { name: 'zod', test: /node_modules[\\/]zod[\\/]|[\\/]lib[\\/]jitless\.ts$/ },
            ],
          },
        },
      },
    },
    server: {
      proxy: { [`^${API_BASE}/(?!web/)`]: { target: SERVER, ws: true } },
    },
  };
});
