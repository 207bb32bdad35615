import { office, supervisor } from './support/accounts.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('the office writes a further version by keyboard, and readers see what changed', async ({ page }) => {
  await login(page, office, '/review/commitment?kind=staff');
  const text = page.getByRole('article');
  await expect(text.getByRole('heading', { name: '评审工作人员承诺书' })).toBeVisible();
  await page.getByRole('button', { name: '新版本' }).focus();
  await page.keyboard.press('Enter');
  const body = page.getByLabel('正文');
  await body.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n六、离开评审工作后仍须保密。');
  await page.getByRole('button', { name: /^保存为第 \d+ 版$/ }).press('Enter');
  await expect(page.getByText('请输入修改说明')).toBeVisible();
  await page.getByLabel('修改说明').fill('增加保密期限');
  await page.keyboard.press('Enter');
  await expect(text.getByText('增加保密期限')).toBeVisible();
  await expect(text.getByText('六、离开评审工作后仍须保密。')).toBeVisible();

  await page.getByRole('button', { name: '对照上一版' }).click();
  await expect(text.locator('ins')).toHaveText('新增六、离开评审工作后仍须保密。');
  await expectNoAxeFindings(page);

  await login(page, supervisor, '/review/commitment?kind=staff&version=1');
  await expect(text.getByText('五、如有违反')).toBeVisible();
  await expect(text.getByText('六、离开评审工作后仍须保密。')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '新版本' })).toHaveCount(0);
});
