import { applicant, school } from './support/accounts.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { heading, login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('a title officer opens accounts for teachers, and sees for which ones it is not possible', async ({
  page,
}) => {
  await login(page, school, '/pool/teacher?account=none&sort=id,desc');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  const name = (await rows.first().getByRole('link').first().textContent())!;
  await rows.first().getByRole('checkbox').check();
  await page.getByRole('button', { name: '开通申报账号' }).click();
  await expect(page.getByText('已为 1 位教师开通申报账号').first()).toBeVisible();
  await page.goto(page.url().replace('account=none', 'account=opened'));
  await expect(rows.filter({ hasText: name }).first()).toContainText('未登录');
});

test('an applicant reads the notice, conditions and commitment of a cycle, on a phone too', async ({
  page,
}) => {
  await login(page, applicant, '/apply/notice');
  await expect(heading(page, '申报通知')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText(/^正在申报，.* 截止$/)).toBeVisible();
  await expect(main.getByRole('heading', { name: '职称申报诚信承诺书' })).toBeVisible();
  await expect(main.getByText('高等学校教师 正高级')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(main.getByText('高等学校教师 正高级')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expect(page.getByRole('navigation', { name: '主菜单' }).getByText('评审管理')).toHaveCount(0);
});
