import { expertWithoutTasks } from './support/accounts.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('an expert declares a relation by keyboard, and removes it', async ({ page }) => {
  await login(page, expertWithoutTasks, '/check/expert/confirmation');
  const card = page.getByRole('region', { name: '利害关系', exact: true });
  await expect(card).toContainText('没有申明');
  const declare = card.getByRole('button', { name: '申明利害关系' });
  await declare.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '申明利害关系' });
  await expect(dialog).toBeVisible();
  await expectNoAxeFindings(page);
  // Missing fields are reported, and the first one has the focus.
  const send = dialog.getByRole('button', { name: '申明', exact: true });
  await send.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('请选择关系')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: '师生' })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('对方姓名')).toBeFocused();
  await page.keyboard.type('欧阳建国');
  await page.keyboard.press('Tab');
  await page.keyboard.type('天津大学');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2019 至 2023 年为其博士生导师');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(send).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(declare).toBeFocused();
  await expect(card.getByRole('listitem')).toContainText('欧阳建国，天津大学 师生');
  await expectNoAxeFindings(page);

  const remove = card.getByRole('button', { name: '删除利害关系：欧阳建国，天津大学' });
  await remove.focus();
  await page.keyboard.press('Enter');
  const asked = page.getByRole('dialog', { name: '删除师生「欧阳建国，天津大学」' });
  await expect(asked).toContainText('删除后可能会把对方的材料分给您。');
  await asked.getByRole('button', { name: '删除' }).focus();
  await page.keyboard.press('Enter');
  await expect(card).toContainText('没有申明');
  await expect(declare).toBeFocused();
});
