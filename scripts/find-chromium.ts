import { execFileSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { run } from './run.ts';

/** First the one without windows: the same engine, and a quarter less work for every story. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const macApps = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const isExecutable = (path: string) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Ubuntu's `chromium-browser` is a script that only says to install a snap. */
const isBrowser = (path: string) => {
  if (!isExecutable(path)) return false;
  try {
    execFileSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
};

/** A Chromium on this machine: CHROMIUM_PATH, an installed one, or the one in Playwright's cache. */
const findChromium = (): string | undefined => {
  const directories = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
  ];
  const candidates = [
    process.env.CHROMIUM_PATH ?? '',
    ...names.flatMap((name) => directories.map((directory) => join(directory, name))),
    ...macApps,
    chromium.executablePath(),
  ];
  return [...new Set(candidates)].filter(Boolean).find(isBrowser);
};

const isDebian = () => {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
};

const isRoot = () => process.getuid?.() === 0;

const installWithApt = async () => {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['-q', 'update'], { env, isQuiet: true });
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    if (findChromium()) return;
    const packages = [browser, 'fonts-noto-cjk'];
    await run('apt-get', ['-qy', 'install', '--no-install-recommends', ...packages], { env, isQuiet: true });
  }
};

const installWithPlaywright = async () => {
  const dependencies = isRoot() && process.platform === 'linux' ? ['--with-deps'] : [];
  await run('npx', ['playwright', 'install', ...dependencies, 'chromium']);
};

const missing = `未找到 Chromium，也无法自动安装。请安装 Chromium 或 Google Chrome，或用 CHROMIUM_PATH 指定其路径。
No Chromium was found and none could be installed. Install Chromium or Google Chrome, or set CHROMIUM_PATH.
  Debian: apt-get install chromium-headless-shell fonts-noto-cjk
  else:   npx playwright install --with-deps chromium`;

/** Find a Chromium or install one. */
export const ensureChromium = async (): Promise<string> => {
  const found = findChromium();
  if (found) return found;
  console.log('No Chromium found, installing one…');
  if (isDebian() && isRoot()) await installWithApt();
  if (!findChromium()) await installWithPlaywright();
  const installed = findChromium();
  if (!installed) throw new Error(missing);
  return installed;
};
