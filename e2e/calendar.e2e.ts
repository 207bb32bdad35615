import { office, supervisor } from './support/accounts.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('the office corrects a day by keyboard, and the calendar counts with it at once', async ({ page }) => {
  await login(page, office, '/review/calendar?year=2025');
  const october = page.getByRole('table', { name: /^10 月/ });
  await expect(october).toHaveAccessibleName('10 月 18 个工作日');
  const day = october.getByRole('button', { name: '10月15日星期三，工作日', exact: true });
  await october.getByRole('button', { name: '10月14日星期二，工作日', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(day).toBeFocused();
  await page.keyboard.press('Enter');

  const form = page.getByRole('dialog', { name: '新增工作日更正' });
  await expect(form.getByLabel('日期', { exact: true })).toHaveValue('2025-10-15');
  await expect(form.getByRole('radio', { name: '放假' })).toBeChecked();
  await form.getByLabel('名称').fill('校庆');
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  await expect(october).toHaveAccessibleName('10 月 17 个工作日');
  await expect(
    october.getByRole('button', { name: '10月15日星期三，休息，校庆，已更正', exact: true }),
  ).toBeFocused();

  await page.getByLabel('起始日期').fill('2025-10-14');
  await page.getByLabel('工作日数').fill('2');
  await expect(page.getByText('公示（首日计入）：至 2025-10-16 23:59:59')).toBeVisible();

  await page.getByRole('button', { name: '编辑 2025-10-15 的更正', exact: true }).click();
  const edit = page.getByRole('dialog', { name: '编辑工作日更正「2025-10-15」' });
  await edit.getByLabel('备注').fill('校发〔2025〕1号');
  await page.keyboard.press('Control+s');
  await expect(edit).toBeHidden();
  await expect(page.getByText('校发〔2025〕1号')).toBeVisible();

  await page.getByRole('button', { name: '撤销 2025-10-15 的更正', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销', exact: true }).click();
  await expect(day).toBeVisible();
  await expect(october).toHaveAccessibleName('10 月 18 个工作日');
});

test('the supervisor reads a year that is not published yet, and corrects nothing', async ({ page }) => {
  await login(page, supervisor, '/review/calendar?year=2026');
  await page.getByRole('button', { name: '下一年', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('2027 年的放假安排');
  await expect(page.getByText('2月5日至8日放假')).toBeVisible();
  await expect(page.getByRole('button', { name: '新增更正' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /工作日$/ })).toHaveCount(0);
});
