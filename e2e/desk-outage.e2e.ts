import { chromium } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, captchaAnswer } from './support/accounts.ts';
import {
  addText,
  beginWriting,
  DESK_LIST,
  expertsWith,
  openLastTask,
  OPINION,
  opinion,
  saved,
  storedOpinion,
} from './support/desk.ts';
import { startTravellingServer } from './support/server.ts';
import { fillLogin, loginElsewhere, submitLogin } from './support/sign-in.ts';
import { expect, test as base } from './support/test.ts';

type Server = Awaited<ReturnType<typeof startTravellingServer>>;

/** A server of its own, which dies and travels in time. */
const test = base.extend<object, { server: Server }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- It needs no other fixture, and Playwright reads their names from here.
    async ({}, use) => {
      const server = await startTravellingServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});
// Its stories come one after the other, each with an expert of its own.
test.describe.configure({ mode: 'serial' });

let experts: Account[];
test.beforeAll(async ({ browser, server }) => {
  const page = await browser.newPage({ baseURL: server.url });
  experts = await expertsWith(page.request, 'open');
  await page.close();
});

const failed = { name: '保存失败，重试' };

test('a server killed during typing loses nothing that it confirmed', async ({ page, server }) => {
  const own = experts[0]!;
  const id = await beginWriting(page, own);
  let typed = OPINION;
  for (let time = 1; time <= 2; time += 1) {
    const dead = server.crash();
    await addText(page, `第${time}次断电时写的。`);
    typed += `第${time}次断电时写的。`;
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('button', failed)).toBeVisible();
    await dead;
    // By itself, as soon as it is there again.
    await saved(page);
    expect((await storedOpinion(page, own, id)).opinion.texts['opinion']).toBe(typed);
  }
});

test('a day without network, a browser that was closed, and a phone meanwhile: both are shown', async ({
  browser,
  server,
}) => {
  const own = experts[1]!;
  const profile = await mkdtemp(join(tmpdir(), 'zhiping-profile-'));
  const open = () =>
    chromium.launchPersistentContext(profile, {
      executablePath: process.env.CHROMIUM_PATH!,
      args: ['--no-sandbox', '--disable-gpu'],
      baseURL: server.url,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
    });
  const evening = await open();
  const atHome = await evening.newPage();
  await loginElsewhere(atHome, own, DESK_LIST);
  await openLastTask(atHome);
  await opinion(atHome).fill(OPINION);
  await saved(atHome);
  const place = atHome.url();
  await evening.setOffline(true);
  await addText(atHome, '晚上没有网时写的。');
  await expect(atHome.getByText('离线，已存本机')).toBeVisible();
  await evening.close();

  await server.travel(1);
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, baseURL: server.url });
  await loginElsewhere(phone, own, place.replace(/^.*\/web/, ''));
  await phone.getByText('评分', { exact: true }).click();
  await addText(phone, '早上手机上写的。');
  await saved(phone);
  await phone.close();

  const morning = await open();
  const again = await morning.newPage();
  await again.goto(place);
  await fillLogin(again, own);
  await submitLogin(again);
  await expect(again.getByRole('heading', { name: '意见有两个版本' })).toBeVisible();
  await expect(again.getByText(/晚上没有网时写的。$/)).toBeVisible();
  await expect(again.getByText(/早上手机上写的。$/)).toBeVisible();
  await again.getByRole('radio', { name: /^这里/ }).check();
  await again.getByRole('button', { name: '采用所选内容' }).click();
  await expect(opinion(again)).toHaveValue(`${OPINION}晚上没有网时写的。`);
  await saved(again);
  await morning.close();
  await rm(profile, { recursive: true, force: true });
});

test('text typed when the time was over stays, with the reason why it cannot be sent', async ({
  page,
  context,
  server,
}) => {
  const own = experts[2]!;
  await beginWriting(page, own);
  await context.setOffline(true);
  await addText(page, '没有网时写的。');
  await expect(page.getByText('离线，已存本机')).toBeVisible();
  await server.travel(120);
  await context.setOffline(false);
  // The session is over too.
  await fillLogin(page, own, captchaAnswer);
  await submitLogin(page);
  await expect(page.getByText(/没有网时写的。$/)).toBeVisible();
  const why = page.getByRole('alert').filter({ hasText: /截止|结束/ });
  await expect(why).toBeVisible();
  await expect(page.getByText('现在不能保存。', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: '复制意见' })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});
