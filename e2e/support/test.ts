import { expect, test as base, type BrowserContext } from '@playwright/test';

const isOurs = (url: URL, baseURL: string) =>
  url.origin === new URL(baseURL).origin || url.protocol === 'data:' || url.protocol === 'blob:';

/** Listens only: to route requests would turn the browser's cache off. The browser finds no other host anyway. */
const watch = (context: BrowserContext, baseURL: string) => {
  const troubles: string[] = [];
  context.on('request', (request) => {
    if (!isOurs(new URL(request.url()), baseURL)) troubles.push(`request to the outside: ${request.url()}`);
  });
  context.on('weberror', (error) => troubles.push(`uncaught in the page: ${error.error().message}`));
  return troubles;
};

/** Every story also proves that the app asks nobody but its own server, and that no script of it dies. */
export const test = base.extend<{ guard: void }>({
  guard: [
    async ({ context, baseURL }, use) => {
      const troubles = watch(context, baseURL!);
      await use();
      expect(troubles).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
