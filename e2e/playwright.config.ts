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
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Begun first, so that no worker waits at the end until the longest story is told. */
const long = ['whole-story.e2e.ts', 'pages-a11y.e2e.ts'];

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'long', testMatch: long },
    { name: 'stories', testMatch: '*.e2e.ts', testIgnore: long },
  ],
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 20_000 },
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
