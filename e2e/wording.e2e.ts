import { office } from './support/accounts.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectChineseNames } from './support/wording.ts';

/** Pages as they open are swept by the accessibility story; here is what appears in them by use. */
test('forms with values and open menus name everything in Chinese', async ({ page }) => {
  await login(page, office, '/pool/expert?enabled=true');
  const main = page.getByRole('main');
  const names = main.getByRole('row').getByRole('link');
  await expect(names.first()).toBeVisible();
  await main.getByRole('checkbox').last().check();
  await expectChineseNames(page);

  for (const button of ['更多条件', '显示的列']) {
    await main.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog', { name: button })).toBeVisible();
    await expectChineseNames(page);
    await page.keyboard.press('Escape');
  }

  await main.getByRole('button', { name: '更多操作' }).first().click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await expectChineseNames(page);
  await page.keyboard.press('Escape');

  await main.getByRole('link', { name: /^编辑/ }).first().click();
  const form = page.getByRole('dialog', { name: /^编辑/ });
  await expect(form.getByRole('button', { name: '清除选择' }).first()).toBeVisible();
  await expect(form.getByRole('spinbutton').first()).toBeVisible();
  await expectChineseNames(page);
});
