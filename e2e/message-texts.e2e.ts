import { office, supervisor } from './support/accounts.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { heading, login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('the office words a mail otherwise, sees how it will read, and goes back to the standard', async ({
  page,
}) => {
  await login(page, office, '/review/message');
  const main = page.getByRole('main');
  const mail = main.getByRole('listitem').filter({ hasText: '邀请评审' });
  await expectNoAxeFindings(page);
  const edit = page.getByRole('button', { name: '编辑 邀请评审 邮件' });
  await edit.click();
  const dialog = page.getByRole('dialog', { name: '邀请评审：邮件' });
  const text = dialog.getByLabel('消息内容');
  await text.fill('{姓名}老师，请评审。');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(
    dialog.getByText(/没有「{姓名}」这个可替换的内容，可以用 {name}、{count}、{until}/),
  ).toBeVisible();
  await text.fill('{name}教授，请于 {until} 前评审 {count} 份材料。');
  await expect(dialog.getByText('张三教授，请于 2026-12-31 23:59:59 前评审 5 份材料。')).toBeVisible();
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  await expect(mail).toContainText('已修改');
  await expect(mail).toContainText('{name}教授');

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await edit.click();
  await dialog.getByRole('button', { name: '恢复默认内容' }).click();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(mail).not.toContainText('已修改');
});

test('only the office words messages', async ({ page }) => {
  await login(page, supervisor, '/review/message');
  await expect(heading(page, '消息模板')).toBeHidden();
});
