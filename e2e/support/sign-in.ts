import { expect, type Page } from '@playwright/test';
import { captchaAnswer, type Account } from './accounts.ts';

export const web = (path: string) => `/title/web${path}`;

export const fillLogin = async (page: Page, { username, password }: Account, code = captchaAnswer) => {
  // Whoever types the characters of the picture has seen it.
  await expect(page.getByRole('img', { name: /^验证码图片/ })).toBeVisible();
  await page.getByLabel('用户名').fill(username);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('验证码', { exact: true }).fill(code);
};

export const submitLogin = (page: Page) => page.getByRole('button', { name: '登录', exact: true }).click();

/** Open a page as somebody would: the guard asks for the login first and then leads on. */
export const login = async (page: Page, account: Account, path = '/'): Promise<void> => {
  await page.goto(web(path));
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
  await fillLogin(page, account);
  await submitLogin(page);
  await expect(page).not.toHaveURL(/\/login/);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeVisible();
};

export const openUserMenu = (page: Page) => page.getByRole('button', { name: /账号菜单$/ }).click();

export const openFromMenu = async (page: Page, directory: string, name: string) => {
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const entry = menu.getByRole('link', { name });
  if (!(await entry.isVisible())) await menu.getByRole('button', { name: directory }).click();
  await entry.click();
  await expect(heading(page, name)).toBeVisible();
};

/** Hidden tabs keep their headings, but out of the accessibility tree. */
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('heading', { level: 1, name });
