import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    isolate: false,
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
    ],
  },
});
