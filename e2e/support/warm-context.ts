import { expect, type Browser, type BrowserContext, type BrowserContextOptions } from '@playwright/test';
import { web } from './sign-in.ts';

/** All that a person may leave behind in a browser, apart from files of the web app. */
const LEFT = 'cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems,websql';

const clear = async (context: BrowserContext, origin: string) => {
  const [keeper, ...others] = context.pages();
  for (const page of others) await page.close();
  await context.setOffline(false);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  await context.clearPermissions();
  const devtools = await context.newCDPSession(keeper!);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: LEFT });
  await devtools.detach();
};

/**
 * A browser that has had the web app before, as those of most people: its files are in the cache and compiled. Of the stories
 * before, nothing else is left. The first page stays open beside the story, so that the process of the app goes on too.
 */
export const openWarmContext = async (browser: Browser, baseURL: string, options: BrowserContextOptions) => {
  const context = await browser.newContext({ ...options, baseURL });
  const keeper = await context.newPage();
  const answer = await keeper.goto(web('/boot.js'));
  expect(answer!.ok()).toBe(true);
  return { context, clear: () => clear(context, baseURL) };
};
