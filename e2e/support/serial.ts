import { startServer } from './server.ts';
import { expect, test as base } from './test.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

/** For stories that depend on each other. A retry starts on a new server: the first try has used the demo data. */
export const test = base.extend<object, { startAgain: () => Promise<Server> }>({
  startAgain: [
    // oxlint-disable-next-line no-empty-pattern -- It needs no other fixture, and Playwright reads their names from here.
    async ({}, use) => {
      let server: Promise<Server> | undefined;
      await use(() => (server ??= startServer()));
      await (await server)?.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ baseURL, startAgain }, use, { retry }) =>
    use(retry === 0 ? baseURL : (await startAgain()).url),
});

export { expect };
