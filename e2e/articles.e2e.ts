import { expert, plainUser } from './support/accounts.ts';
import { login, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('an expert reads the manual from the navbar, and a notice by its own address', async ({ page }) => {
  await login(page, expert);
  await page.getByRole('banner').getByRole('link', { name: '专家操作手册' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '专家操作手册' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '四、回避' })).toBeVisible();

  const title = '关于严格执行评审回避制度的通知';
  await page.getByRole('navigation', { name: '通知公告' }).getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: '专家操作手册' })).toBeVisible();
});

test('other roles have no manual', async ({ page }) => {
  await login(page, plainUser, '/article/notice/index');
  await expect(
    page.getByRole('heading', { level: 1, name: '关于核对并确认评审专家信息的通知' }),
  ).toBeVisible();
  await expect(page.getByText('专家操作手册', { exact: true })).toHaveCount(0);
});

test('on a phone the list and the text are two steps', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await login(page, plainUser, '/article/notice/index');
  const title = '关于加强账号安全的提醒';
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('button', { name: '返回列表' }).click();
  await expect(page).toHaveURL(web('/article/notice/index'));
  await expect(page.getByRole('link', { name: title })).toBeVisible();
});
