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
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/**
 * What `npm run test:long` tells: it must be slow, because its servers die, travel in time or go through a whole review.
 * Everything else belongs to the stories of every day.
 */
const long = {
  'whole-story.e2e.ts':
    'a review from its opening to the released opinions, on a server that travels in time',
  'desk-outage.e2e.ts':
    'a server of its own is killed, comes back and travels in time, while somebody writes',
};
const longFiles = Object.keys(long);

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'long', testMatch: longFiles },
    { name: 'stories', testMatch: '*.e2e.ts', testIgnore: longFiles },
  ],
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // No story knows the clock of the machine: these only end what hangs.
  timeout: 900_000,
  expect: { timeout: 120_000 },
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
