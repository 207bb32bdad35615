import type { Locator } from '@playwright/test';
import { expertToConfirm, office } from './support/accounts.ts';
import { fillLogin, login, openUserMenu, submitLogin, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const textSize = (element: Locator) => element.evaluate((node) => getComputedStyle(node).fontSize);
const heightOf = async (element: Locator) => (await element.boundingBox())!.height;

test('the size of text and controls is chosen before the login, and stays', async ({ page, context }) => {
  await page.goto(web('/login'));
  const size = page.getByRole('radiogroup', { name: '显示大小' });
  await expect(size.getByRole('radio', { name: '小' })).toBeChecked();
  const label = page.getByText('用户名', { exact: true });
  expect(await textSize(label)).toBe('14px');
  await size.getByText('大', { exact: true }).click();
  expect(await textSize(label)).toBe('18px');
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name === 'zhiping_size')?.value).toBe('large');

  await fillLogin(page, office);
  await submitLogin(page);
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto(web('/pool/expert'));
  const cell = page.getByRole('cell').nth(2);
  const filter = page.getByRole('button', { name: '更多条件' });
  await expect(cell).toBeVisible();
  expect([await textSize(cell), await heightOf(filter)]).toEqual(['18px', 40]);

  await openUserMenu(page);
  await page.getByRole('menuitem', { name: '布局设置' }).click();
  const settings = page.getByRole('dialog', { name: '布局设置' });
  await expect(settings.getByRole('heading', { name: '显示大小' })).toBeVisible();
  await settings.getByText('中', { exact: true }).click();
  expect([await textSize(cell), await heightOf(filter)]).toEqual(['16px', 32]);
  await settings.getByText('小', { exact: true }).click();
  expect([await textSize(cell), await heightOf(filter)]).toEqual(['14px', 24]);
});

test('the gate offers the display size, and buttons that are easy to hit', async ({ page }) => {
  await login(page, expertToConfirm);
  await expect(page).toHaveURL(web('/check/expert/confirmation'));
  const buttons = page.getByRole('button').filter({ hasText: /\S/ });
  await expect(page.getByRole('button', { name: '确认并进入系统' })).toBeVisible();
  for (const button of await buttons.all())
    expect.soft(await heightOf(button), (await button.textContent())!).toBeGreaterThanOrEqual(40);
  await page.getByRole('radiogroup', { name: '显示大小' }).getByText('大', { exact: true }).click();
  await expect.poll(() => textSize(page.getByRole('main').getByRole('heading').first())).not.toBe('20px');
});
