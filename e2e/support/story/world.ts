import type { Browser, BrowserContext, Page } from '@playwright/test';
import { outboxApi } from '@zhiping/shared/contracts/outbox.ts';
import { type Account, admin } from '../accounts.ts';
import { type Call, callerOf, openFirstSession, openSession } from '../api.ts';
import { startTravellingServer } from '../server.ts';

/** Where the whole story plays: a server of its own, whose time goes on as the story needs it. */
export type World = {
  /** Another browser, as another person at another desk has it. */
  newPage(options?: { phone?: true }): Promise<Page>;
  callAs(account: Account): Promise<Call>;
  /** The first sign-in of a new account. */
  callFirst(account: Account, newPassword: string): Promise<Call>;
  /** On to so many days after the beginning. Who was signed in for long is not any more. */
  travelTo(day: number): Promise<void>;
  close(): Promise<void>;
};

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

export const openWorld = async (browser: Browser): Promise<World> => {
  const server = await startTravellingServer();
  const settings = {
    baseURL: server.url,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce' as const,
    acceptDownloads: true,
  };
  const contexts: BrowserContext[] = [];
  const newPage = async (options: { phone?: true } = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      ...settings,
      ...(options.phone ? phone : {}),
    });
    contexts.push(context);
    return context.newPage();
  };
  const { request } = (await newPage()).context();
  const callAs = async (account: Account) => callerOf(request, await openSession(request, account));
  /** Without a carrier the messages stand in the outbox. */
  const readCode = async (number: string) => {
    const { content } = await (await callAs(admin))(outboxApi.list, { query: { blurry: number } });
    return /\d{6}/.exec(content[0]!.content!)![0];
  };
  return {
    newPage,
    callAs,
    callFirst: async (account, newPassword) =>
      callerOf(request, await openFirstSession(request, account, { newPassword, readCode })),
    travelTo: server.travel,
    close: async () => {
      for (const context of contexts) await context.close();
      await server.stop();
    },
  };
};
