import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { keepCompiled } from './scripts/keep-compiled.ts';

keepCompiled();

export default defineConfig({
  test: {
    isolate: false,
    // vitest itself leaves a core free, which is half of a small machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // What is waited for comes when a busy machine gets to it, which may take longer than the usual second.
    expect: { poll: { timeout: 60_000 } },
    // One more try, as on a busy machine one test of thousands may fail by chance. `npm test` names it at its end, so that its cause is looked for.
    retry: 1,
    projects: [
      { extends: true, test: { name: 'shared', include: ['shared/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'deploy',
          include: ['deploy/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { extends: true, test: { name: 'web', include: ['web/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['web/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['web/src/testing/set-up-dom.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
