import { defineConfig } from '@playwright/test';
import { ensureChromium } from '../scripts/find-chromium.ts';
import { keepCompiled } from '../scripts/keep-compiled.ts';

keepCompiled();
process.env.CHROMIUM_PATH ??= await ensureChromium();

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The pages of a story share the process that has compiled the app.
  '--process-per-site',
  // No page lives long enough to win back what optimising its program takes.
  '--js-flags=--no-opt,--no-maglev',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/**
 * Stories of `npm run test:long`. They are slow because their servers die, travel in time or work through thousands of rows and
 * pages. All others belong to the daily ones.
 */
const long = {
  'a-whole-review.e2e.ts':
    'a review from its opening to the released opinions, on a server that travels in time',
  'desk-outage.e2e.ts':
    'a server of its own is killed, comes back and travels in time, while somebody writes',
  'blind-copies.e2e.ts': 'every page of every file of a cycle is drawn, covered and read again',
  'expert-pool.e2e.ts': '200 experts are imported with mistakes, mended, and one signs in for the first time',
  'imports.e2e.ts':
    'applications come from a workbook and an archive, each of which is checked behind the page',
  'large-imports.e2e.ts': 'thousands of rows are imported and exported behind the page',
};
const longFiles = Object.keys(long);

const MINUTE = 60_000;

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'long', testMatch: longFiles, timeout: 60 * MINUTE },
    { name: 'stories', testMatch: '*.e2e.ts', testIgnore: longFiles },
  ],
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 1,
  workers: 2,
  // No story knows the clock of the machine: these only end what hangs.
  timeout: 15 * MINUTE,
  expect: { timeout: 2 * MINUTE },
  use: {
    baseURL: process.env.E2E_URL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: quiet },
  },
});
