import {
  expect,
  test as base,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  type Request,
  type WebError,
} from '@playwright/test';
import { openWarmContext } from './warm-context.ts';

const isOurs = (url: URL, baseURL: string) =>
  url.origin === new URL(baseURL).origin || url.protocol === 'data:' || url.protocol === 'blob:';

const VIOLATION = 'against the content policy: ';
/** Runs in every page before anything of it. */
const reportViolations = (mark: string) =>
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    // oxlint-disable-next-line no-console -- The way out of the page.
    console.warn(`${mark}${violatedDirective}, ${blockedURI}, in ${sourceFile}`),
  );

/** Listens only: to route requests would turn the browser's cache off. The browser finds no other host anyway. */
const watch = (context: BrowserContext, baseURL: string) => {
  const troubles: string[] = [];
  const onRequest = (request: Request) => {
    if (!isOurs(new URL(request.url()), baseURL)) troubles.push(`request to the outside: ${request.url()}`);
  };
  const onConsole = (message: ConsoleMessage) => {
    if (message.text().startsWith(VIOLATION)) troubles.push(message.text());
  };
  const onError = (error: WebError) => troubles.push(`uncaught in the page: ${error.error().message}`);
  context.on('request', onRequest).on('console', onConsole).on('weberror', onError);
  const stop = () => context.off('request', onRequest).off('console', onConsole).off('weberror', onError);
  return { troubles, stop };
};

type Warm = Awaited<ReturnType<typeof openWarmContext>>;

/**
 * The stories of a worker use one browser with a warm cache, one after the other; a page changes its size and colours
 * by `setViewportSize` and `emulateMedia`. Every story also proves that the app sends requests only to its own server,
 * and that no script of it fails or violates the content policy.
 */
export const test = base.extend<
  { guard: void; another: () => Promise<Page> },
  { warm: Warm; others: Warm[] }
>({
  warm: [
    async ({ browser }, use, { project }) => {
      const warm = await openWarmContext(browser, process.env.E2E_URL!, project.use);
      await warm.context.addInitScript(reportViolations, VIOLATION);
      await use(warm);
      await warm.context.close();
    },
    { scope: 'worker' },
  ],
  others: [
    // oxlint-disable-next-line no-empty-pattern -- It needs no other fixture, and Playwright reads their names from here.
    async ({}, use) => {
      const others: Warm[] = [];
      await use(others);
      for (const { context } of others) await context.close();
    },
    { scope: 'worker' },
  ],
  /** A page of another person, in a browser of their own with a warm cache too. */
  another: async ({ browser, baseURL, others }, use, { project }) => {
    let taken = 0;
    await use(async () => {
      if (baseURL !== process.env.E2E_URL) return browser.newPage();
      const next = (others[taken] ??= await openWarmContext(browser, baseURL!, project.use));
      taken += 1;
      await next.clear();
      return next.context.newPage();
    });
  },
  context: async ({ browser, baseURL, warm }, use) => {
    if (baseURL === process.env.E2E_URL) {
      await warm.clear();
      await use(warm.context);
      return;
    }
    // A second try, on a server of its own.
    const context = await browser.newContext();
    await context.addInitScript(reportViolations, VIOLATION);
    await use(context);
    await context.close();
  },
  guard: [
    async ({ context, baseURL }, use) => {
      const { troubles, stop } = watch(context, baseURL!);
      await use();
      stop();
      expect(troubles).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
