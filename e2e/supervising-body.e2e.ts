import type { Page } from '@playwright/test';
import { type Account, body, office } from './support/accounts.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { tabTo } from './support/keys.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/serial.ts';

// Serial: a project that the body has passed on is no longer there.
test.describe.configure({ mode: 'serial' });

const reported = '/review/project?state=reported';
const rows = (page: Page) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: /^(审核|查看)/ }) });
const steps = (page: Page) => page.getByRole('list', { name: '审核环节' });
const current = (page: Page) => steps(page).locator('[aria-current]');
const openLast = async (page: Page, account: Account, filter: string) => {
  await login(page, account, `${reported}&${filter}`);
  // Other stories report and take back the newest.
  await rows(page)
    .last()
    .getByRole('link', { name: /^(审核|查看)/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /的申报$/ })).toBeVisible();
  return new URL(page.url()).searchParams.get('id')!;
};
const openAs = async (page: Page, account: Account, id: string) => {
  await login(page, account, `/review/project?id=${id}`);
  await expect(page.getByRole('heading', { level: 1, name: /的申报$/ })).toBeVisible();
};

test('a supervising body sees what its schools reported, and passes one on to the office', async ({
  page,
}) => {
  await login(page, body, '/dashboard');
  await expect(page.getByRole('link', { name: /待审核申报.*[2-9]/ })).toBeVisible();
  await login(page, body, `${reported}&checkStep=body`);
  await expect(rows(page).nth(1)).toBeVisible();
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expect(menu.getByRole('link', { name: '申报审核' }).first()).toBeVisible();
  for (const name of ['专家库', '教师管理', '下属单位', '单位公示'])
    await expect(menu.getByText(name)).toHaveCount(0);
  for (const row of await rows(page).all()) await expect(row).toContainText('主管部门审核');
  await expect(page.getByRole('button', { name: /^导入/ })).toHaveCount(0);
  const school = page.getByRole('combobox', { name: '学校' });
  await school.fill('天津外国语大学');
  await page.getByRole('option').first().waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/schoolId=/);
  await expect(rows(page)).toHaveCount(1);

  const id = await openLast(page, body, 'checkStep=body');
  await expect(current(page)).toContainText('主管部门审核');
  for (const name of ['推荐', '报送', '撤回报送', '资格审查'])
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden();
  await expectNoAxeFindings(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article').getByRole('rowheader', { name: '主管部门意见' })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await openAs(page, office, id);
  await expect(page.getByRole('button', { name: '资格审查', exact: true })).toBeDisabled();
  await expect(page.getByText('申报在主管部门审核环节，审核通过或到期后由评审办处理。')).toBeVisible();

  await openAs(page, body, id);
  await page.getByRole('button', { name: '主管部门审核通过' }).click();
  const dialog = page.getByRole('dialog', { name: /^主管部门审核通过/ });
  await dialog.getByLabel('审核意见').fill('程序规范，材料齐全');
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: '主管部门审核通过' }).click();
  await expect(page.getByText('申报不在主管部门审核环节，主管部门不能再处理。')).toBeVisible();
  await expect(current(page)).toHaveCount(0);

  await openAs(page, office, id);
  await expect(page.getByText(/主管部门审核通过（高远山（body））：程序规范，材料齐全/)).toBeVisible();
  await expect(page.getByRole('button', { name: '资格审查', exact: true })).toBeEnabled();
});

test('it gives one back to its school by keyboard, on a phone too', async ({ page }) => {
  await openLast(page, body, 'checkStep=body');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoAxeFindings(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 800 });
  await tabTo(page, page.getByRole('button', { name: '退回学校' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^退回学校/ });
  await tabTo(page, dialog.getByLabel('原因'));
  await page.keyboard.type('公示材料缺照片');
  await tabTo(page, dialog.getByRole('button', { name: '退回学校' }));
  await page.keyboard.press('Enter');
  await expect(current(page)).toContainText('学校审核');
  await expect(page.getByText(/退回学校：公示材料缺照片/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /的申报$/ })).toBeFocused();
});

test('where no body is named for a school the step is not there', async ({ page }) => {
  // In whatever state: another story decides this one.
  await login(page, office, '/review/project?kind=exceptional');
  await page
    .getByRole('row')
    .getByRole('link', { name: /^(审核|查看)/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /的申报$/ })).toBeVisible();
  await expect(steps(page)).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  const table = page.getByRole('article');
  await expect(table.getByRole('rowheader', { name: '所在单位审核意见' })).toBeVisible();
  await expect(table.getByRole('rowheader', { name: '主管部门意见' })).toHaveCount(0);
});
