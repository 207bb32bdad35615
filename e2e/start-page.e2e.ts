import { expect, test } from './support/test.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { office, school, sysadmin } from './support/accounts.ts';
import { heading, login, openFromMenu, web } from './support/sign-in.ts';

test('the office finds its work with names, and sends a reminder once a day', async ({ page }) => {
  await login(page, office, '/dashboard');
  const queue = page.getByRole('region', { name: /^待确认 \d/ });
  const button = queue.getByRole('button', { name: /^催办/ }).first();
  const name = (await button.getAttribute('aria-label'))!.replace('催办', '');
  await button.click();
  await expect(page.getByText(new RegExp(`已用(邮件|短信|站内消息)催办${name}`)).last()).toBeVisible();
  await expect(queue.getByRole('button', { name: `今天已催办${name}` })).toBeDisabled();
  await expect(queue.getByRole('button', { name: `今天已催办${name}` })).toBeFocused();
  await expect(page.getByRole('region', { name: / 0$/ })).toHaveCount(0);
  await expectNoAxeFindings(page);
  await queue.getByRole('link', { name, exact: true }).first().click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
});

test('others have their most used pages, at most eight, and no vanity', async ({ page }) => {
  await login(page, sysadmin, '/dashboard');
  const shortcuts = page.getByRole('region', { name: '常用功能' }).getByRole('link');
  await expect(shortcuts).toHaveCount(8);
  await expect(page.getByText('在线用户', { exact: true }).and(page.locator('.figure span'))).toHaveCount(0);
  await openFromMenu(page, ['系统管理', '运行维护'], '定时任务');
  await page.goto(web('/dashboard'));
  await page.goto(web('/system/timing'));
  await expect(heading(page, '定时任务')).toBeVisible();
  await page.goto(web('/dashboard'));
  await expect(shortcuts.first()).toHaveText('定时任务');
});

test('a school sees the experts that it can remind', async ({ page }) => {
  await login(page, school, '/dashboard');
  await expect(page.getByRole('region', { name: /^待确认 \d/ })).toBeVisible();
  await expect(page.getByRole('region', { name: /^等待评审办入库 \d/ })).toBeVisible();
});
