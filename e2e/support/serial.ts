import { startServer } from './server.ts';
import { expect, test as base } from './test.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

/**
 * For stories that go on from one to the next. Told again after a failure, they begin anew on a server of their own: what the
 * demo had for them was used up by the first try.
 */
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
