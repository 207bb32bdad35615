import type { Plugin } from 'vite';

/** Writes the build number to build.json; open pages compare it with their own to detect a new version. */
export const buildNumber = (build: string): Plugin => ({
  name: 'build-number',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ build }) });
  },
});
