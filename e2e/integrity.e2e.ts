import { office, supervisor } from './support/accounts.ts';
import { heading, login, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('the office enters a breach, corrects it and removes it', async ({ page }) => {
  await login(page, office, '/review/integrity');
  await page.getByRole('button', { name: '新增失信记录' }).click();
  const form = page.getByRole('dialog', { name: '新增失信记录' });
  await expect(form.getByLabel('姓名')).toBeFocused();
  await page.keyboard.press('Control+s');
  for (const text of ['请输入身份证号码', '请选择身份', '请输入记录起始日', '请输入认定依据'])
    await expect(form.getByText(text).first()).toBeVisible();
  await form.getByLabel('姓名').fill('公孙不实');
  await form.getByLabel('身份证号码').fill('110101198001010010');
  await form.getByLabel('身份', { exact: true }).click();
  await page.getByTitle('工作人员', { exact: true }).click();
  await form.getByLabel('记录起始日').fill('2026-01-15');
  await form.getByLabel('违规情形').fill('泄露评审信息');
  await form.getByLabel('认定依据').fill('评审办〔2026〕1 号');
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  const row = page.getByRole('row', { name: /公孙不实/ });
  await expect(row).toContainText('2029-01-15');
  await expect(row).toContainText('记录期内');
  await expect(row).not.toContainText('110101198001010010');

  await row.getByRole('link', { name: '编辑' }).click();
  const edit = page.getByRole('dialog', { name: '编辑失信记录「公孙不实」' });
  await expect(edit.getByLabel('身份证号码')).toHaveCount(0);
  await edit.getByLabel('记录起始日').fill('2020-01-15');
  await page.keyboard.press('Control+s');
  await expect(edit).toBeHidden();
  await expect(row).toContainText('已期满');

  await row.getByRole('button', { name: /^删除/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(row).toHaveCount(0);
});

test('a supervisor does not see who is on record', async ({ page }) => {
  await login(page, supervisor);
  await expect(page.getByRole('navigation', { name: '主菜单' }).getByText('诚信档案')).toHaveCount(0);
  await page.goto(web('/review/integrity'));
  await expect(heading(page, '诚信档案')).toHaveCount(0);
});
