import type { Page } from '@playwright/test';
import { expert, plainUser, school, sysadmin } from './support/accounts.ts';
import { fillLogin, heading, login, openUserMenu, submitLogin, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const leave = async (page: Page) => {
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '确定' }).click();
  await expect(heading(page, '登录')).toBeVisible();
};

test('a user who signs in after another one begins at home', async ({ page }) => {
  await login(page, sysadmin, '/system/user');
  await leave(page);
  await fillLogin(page, plainUser);
  await submitLogin(page);
  await expect(page).toHaveURL(web('/dashboard'));
});

test('after an expired session the same user returns to the last page, another one goes home', async ({
  page,
}) => {
  const expired = async () => {
    await page.context().clearCookies();
    await page.evaluate(() => [localStorage, sessionStorage].forEach((store) => store.clear()));
    await page.reload();
    await expect(heading(page, '登录')).toBeVisible();
  };
  await login(page, sysadmin, '/system/user?blurry=office');
  await expired();
  await fillLogin(page, sysadmin);
  await submitLogin(page);
  await expect(page).toHaveURL(web('/system/user?blurry=office'));
  await expect(heading(page, '用户管理')).toBeVisible();
  await expired();
  await fillLogin(page, plainUser);
  await submitLogin(page);
  await expect(page).toHaveURL(web('/dashboard'));
});

test('the gate informs users who are no experts, and leads home', async ({ page }) => {
  await login(page, plainUser);
  await page.goto(web('/check/expert/confirmation'));
  await expect(heading(page, '无权访问')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: '返回首页' }).click();
  await expect(page).toHaveURL(web('/dashboard'));
});

test('the bar of a lost network promises only what holds', async ({ page, context }) => {
  await login(page, expert, '/dashboard');
  await context.setOffline(true);
  await expect(page.getByText('网络已断开，现在不能读取和保存；请不要关闭页面，恢复后再继续')).toBeVisible();
  await context.setOffline(false);
  await page.goto(web('/check/expert/confirmation'));
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('网络已断开，修改会先存在本机')).toBeVisible();
});

test('a tree is no higher than its nodes', async ({ page }) => {
  await login(page, school, '/pool/school');
  const tree = page.getByRole('navigation', { name: '单位' });
  await expect(tree.getByRole('treeitem').first()).toBeVisible();
  const [pane, nodes] = [(await tree.boundingBox())!, (await tree.getByRole('tree').boundingBox())!];
  expect(pane.height - nodes.height).toBeLessThan(120);
  expect(pane.height).toBeLessThan(400);
});
