import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { keepCompiled } from './scripts/keep-compiled.ts';

keepCompiled();

const MINUTE = 60_000;
const server = ['server/**/*.test.ts'];
/** Tests that must be slow. Each begins with its reason; `npm run test:long` runs them. */
const long = ['{shared,server}/**/*.long.test.ts'];
/** Every ordered pair of events, a quarter of an hour in all; `npm run test:pairs` runs them. */
const pairs = ['server/test/*.pairs.test.ts'];
const onDatabase = {
  globalSetup: ['server/test/global-setup.ts'],
  setupFiles: [
    'server/test/cheap-passwords.ts',
    ...(process.env.ZHIPING_TEST_DISTURB ? ['server/test/disturb.ts'] : []),
  ],
};

export default defineConfig({
  test: {
    isolate: false,
    // vitest itself leaves a core free, which is half of a small machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // These end only a test that hangs: a busy machine may be ten times slower than a free one.
    testTimeout: 5 * MINUTE,
    hookTimeout: 5 * MINUTE,
    expect: { poll: { timeout: 4 * MINUTE } },
    projects: [
      { extends: true, test: { name: 'shared', include: ['shared/**/*.test.ts'], exclude: long } },
      {
        extends: true,
        test: { name: 'server', include: server, exclude: [...long, ...pairs], ...onDatabase },
      },
      ...Object.entries({ long, pairs }).map(([name, include]) => ({
        extends: true as const,
        test: { name, include, testTimeout: 30 * MINUTE, hookTimeout: 30 * MINUTE, ...onDatabase },
      })),
      { extends: true, test: { name: 'deploy', include: ['deploy/**/*.test.ts'], ...onDatabase } },
      { extends: true, test: { name: 'web', include: ['web/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['web/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['web/src/testing/set-up-dom.ts'],
        },
      },
    ],
  },
});
