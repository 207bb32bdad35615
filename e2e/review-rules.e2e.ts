import { supervisor } from './support/accounts.ts';
import { heading, login, openFromMenu } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('the supervisor reads the rules with their sources and bounds', async ({ page }) => {
  await login(page, supervisor);
  await openFromMenu(page, ['评审管理'], '评审规则');
  await expect(heading(page, '评审规则')).toBeVisible();
  const rule = page.getByRole('table', { name: '单位公示' }).getByRole('row', { name: /^P1/ });
  await expect(rule).toContainText('公示：5 个工作日（可设：5 至 30 个工作日）');
  await expect(rule).toContainText('人社部令第40号关于单位公示的规定');
});
