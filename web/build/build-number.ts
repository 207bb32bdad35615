import type { Plugin } from 'vite';

/** Open pages compare this number with the one that they were built with, to learn of a new version. */
export const buildNumber = (build: string): Plugin => ({
  name: 'build-number',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ build }) });
  },
});
