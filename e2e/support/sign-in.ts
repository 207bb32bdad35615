import { expect, type Page } from '@playwright/test';
import { API_BASE, TOKEN_COOKIE } from '@zhiping/shared/constants.ts';
import { captchaAnswer, type Account } from './accounts.ts';
import { keptSession, openSession } from './api.ts';

export const web = (path: string) => `/title/web${path}`;

export const fillLogin = async (page: Page, { username, password }: Account, code = captchaAnswer) => {
  // The characters can only be typed once the picture is shown.
  await expect(page.getByRole('img', { name: /^验证码图片/ })).toBeVisible();
  await page.getByLabel('用户名').fill(username);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('验证码', { exact: true }).fill(code);
};

export const submitLogin = (page: Page) => page.getByRole('button', { name: '登录', exact: true }).click();

const enter = async (page: Page, token: string, path: string) => {
  const value = encodeURIComponent(token);
  await page.context().addCookies([{ name: TOKEN_COOKIE, value, domain: '127.0.0.1', path: API_BASE }]);
  await page.goto(web(path));
  await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeVisible();
};

/** Open a page with a session that is there already. Stories about signing in fill in the form instead. */
export const login = async (page: Page, account: Account, path = '/'): Promise<void> =>
  enter(page, await keptSession(page.request, account), path);

/** With a session of its own, as on a second device. */
export const loginElsewhere = async (page: Page, account: Account, path = '/'): Promise<void> =>
  enter(page, await openSession(page.request, account), path);

export const openUserMenu = (page: Page) => page.getByRole('button', { name: /账号菜单$/ }).click();

/** Opens the directories on the way, as far as they are closed. */
export const openFromMenu = async (page: Page, directories: string[], name: string) => {
  const menu = page.getByRole('navigation', { name: '主菜单' });
  for (const directory of directories) {
    const button = menu.getByRole('button', { name: directory, exact: true });
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  }
  await menu.getByRole('link', { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
};

/** Hidden tabs keep their headings, but out of the accessibility tree. */
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('heading', { level: 1, name });
