import { expect, test as base, type BrowserContext } from '@playwright/test';

const isOurs = (url: URL, baseURL: string) =>
  url.origin === new URL(baseURL).origin || url.protocol === 'data:' || url.protocol === 'blob:';

const VIOLATION = 'against the content policy: ';
/** Runs in every page before anything of it. */
const tellViolations = (mark: string) =>
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    // oxlint-disable-next-line no-console -- The way out of the page.
    console.warn(`${mark}${violatedDirective}, ${blockedURI}, in ${sourceFile}`),
  );

/** Listens only: to route requests would turn the browser's cache off. The browser finds no other host anyway. */
const watch = (context: BrowserContext, baseURL: string) => {
  const troubles: string[] = [];
  context.on('request', (request) => {
    if (!isOurs(new URL(request.url()), baseURL)) troubles.push(`request to the outside: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (message.text().startsWith(VIOLATION)) troubles.push(message.text());
  });
  context.on('weberror', (error) => troubles.push(`uncaught in the page: ${error.error().message}`));
  return troubles;
};

/** Every story also proves that the app asks nobody but its own server, and that no script of it dies or does what the content policy forbids. */
export const test = base.extend<{ guard: void }>({
  guard: [
    async ({ context, baseURL }, use) => {
      const troubles = watch(context, baseURL!);
      await context.addInitScript(tellViolations, VIOLATION);
      await use();
      expect(troubles).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
