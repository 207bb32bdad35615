import { office, returnedApplicant } from './support/accounts.ts';
import { press, tabTo } from './support/keys.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const list = (filters: string) => `/review/project?${filters}`;

test('an applicant mends, saves and hands in with keys alone', async ({ page }) => {
  await login(page, returnedApplicant, '/apply/project');
  await press(page, page.getByRole('list', { name: '我的申报' }).getByRole('link').first());
  const parts = page.getByRole('navigation', { name: '申报表各部分' });
  await press(page, parts.getByRole('link', { name: '个人述职' }), 'Enter', 120);
  await tabTo(page, page.getByRole('textbox', { name: '个人述职' }), 120);
  await page.keyboard.press('End');
  await page.keyboard.type('按意见补充教学工作量。');
  await expect(page.getByRole('status').filter({ hasText: /^已保存/ })).toBeVisible();
  await press(page, parts.getByRole('link', { name: '核对与提交' }), 'Enter', 120);
  await press(page, page.getByRole('button', { name: '提交申报' }), 'Enter', 120);
  const dialog = page.getByRole('dialog', { name: '提交申报' });
  await press(page, dialog.getByRole('checkbox'), 'Space');
  await press(page, dialog.getByRole('button', { name: '签署并提交' }));
  await expect(page.getByRole('alert').getByText('申报已提交')).toBeVisible();
});

test('the office decides, and takes it back, with keys alone', async ({ page }) => {
  await login(page, office, list('state=reported&checkStep=office&kind=regular'));
  await press(page, page.getByRole('row').last().getByRole('link', { name: '审核' }).last(), 'Enter', 120);
  await press(page, page.getByRole('button', { name: '资格审查', exact: true }));
  const form = page.getByRole('region', { name: '资格审查' });
  for (const item of await form.getByRole('radiogroup').all()) {
    const isMet = item.getByRole('radio', { name: '符合', exact: true });
    await press(page, isMet, 'Space', 150);
    await expect(isMet).toBeChecked();
  }
  for (const remark of await form.getByRole('textbox', { name: /认可的理由/ }).all()) {
    await tabTo(page, remark, 150);
    await page.keyboard.type('已核对原件');
  }
  await press(page, form.getByRole('button', { name: '判定合格' }), 'Enter', 150);
  await expect(page.getByRole('alert').getByText(/判定：资格合格/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /的申报$/ })).toBeFocused();

  const verb = '重新审查';
  await press(page, page.getByRole('button', { name: verb }), 'Enter', 120);
  const undoing = page.getByRole('dialog', { name: verb });
  await tabTo(page, undoing.getByLabel('原因'));
  await page.keyboard.type('核对原件后再定');
  await press(page, undoing.getByRole('button', { name: verb }));
  await expect(page.getByRole('button', { name: '资格审查', exact: true })).toBeVisible();
});
