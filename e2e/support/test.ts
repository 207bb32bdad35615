import { expect, test as base, type BrowserContext } from '@playwright/test';

const isOurs = (url: URL, baseURL: string) =>
  url.origin === new URL(baseURL).origin || url.protocol === 'data:' || url.protocol === 'blob:';

const watch = async (context: BrowserContext, baseURL: string) => {
  const troubles: string[] = [];
  await context.route(
    (url) => !isOurs(url, baseURL),
    async (route) => {
      troubles.push(`request to the outside: ${route.request().url()}`);
      await route.abort();
    },
  );
  context.on('weberror', (error) => troubles.push(`uncaught in the page: ${error.error().message}`));
  return troubles;
};

/** Every story also proves that the app asks nobody but its own server, and that no script of it dies. */
export const test = base.extend<{ guard: void }>({
  guard: [
    async ({ context, baseURL }, use) => {
      const troubles = await watch(context, baseURL!);
      await use();
      expect(troubles).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
