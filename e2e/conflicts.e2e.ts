import type { Page } from '@playwright/test';
import { office, school } from './support/accounts.ts';
import { everyRule, expectNoAxeFindings } from './support/axe.ts';
import { login, web } from './support/sign-in.ts';
import { expect, test } from './support/serial.ts';
import { expectChineseNames } from './support/wording.ts';

test.describe.configure({ mode: 'serial' });

/** The conflicts of the demo's open cycle: other stories publish newer ones meanwhile. */
const openConflicts = async (page: Page, parameters: Record<string, string>) => {
  await login(page, office, '/review/conflict');
  await page.getByRole('combobox', { name: '批次' }).click();
  await page.getByRole('option').first().waitFor({ state: 'attached' });
  await page
    .getByTitle(/^\d{4} 年度高等学校教师系列高级职称评审$/)
    .last()
    .click();
  const url = new URL(page.url());
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  await page.goto(url.href);
};

test('the office reads the reason of a conflict, pins another severity, and it outlives a computation', async ({
  page,
}) => {
  await openConflicts(page, { kind: 'jointWork' });
  const row = page.getByRole('row').filter({ hasText: '合作成果' });
  await expect(row).toHaveCount(1);
  await row.getByRole('link').first().click();
  const detail = page.getByRole('dialog');
  await expect(detail.getByText(/作者中有「.*」，与专家同名且同在/)).toBeVisible();
  await expectNoAxeFindings(page);

  await detail.getByRole('button', { name: '人工判定' }).click();
  const decision = page.getByRole('dialog', { name: /^专家.*与申报人/ });
  await decision.getByRole('button', { name: '保存判定' }).click();
  await expect(decision.getByText('请选择如何处理')).toBeVisible();
  await decision.getByRole('radio', { name: '必须回避' }).check();
  await decision.getByLabel('理由').fill('电话核实，确是本人');
  await expectNoAxeFindings(page);
  await decision.getByRole('button', { name: '保存判定' }).click();
  await expect(detail.getByText('必须回避（人工）')).toBeVisible();
  await expect(decision).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();

  await page.getByRole('button', { name: '重新计算' }).click();
  await expect(page.getByText(/全部计算：申报 \d+ 份，专家 \d+ 人/)).toBeVisible();
  await expect(row.getByText('必须回避（人工）')).toBeVisible();
});

test('a relation that the office notes rules an expert out at once', async ({ page }) => {
  await openConflicts(page, { kind: 'sameUnit' });
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  const detail = page.getByRole('dialog');
  const applicant = detail.getByRole('link', { name: /（\d{4}-\d+-\d+）$/ });
  const name = (await applicant.textContent())!.replace(/（.*/, '');
  await applicant.click();
  await expect(page.getByRole('dialog', { name: `${name}的回避` })).toBeVisible();
  await expectNoAxeFindings(page);

  await openConflicts(page, { expert: '10' });
  const drawer = page.getByRole('dialog', { name: /^专家.*的回避$/ });
  await drawer.getByRole('button', { name: '登记' }).click();
  const dialog = page.getByRole('dialog', { name: /^登记专家/ });
  await dialog.getByRole('radio', { name: '师生' }).check();
  await dialog.getByRole('button', { name: '登记' }).click();
  await expect(dialog.getByText('请输入姓名')).toBeVisible();
  await dialog.getByLabel('姓名').fill(name);
  await dialog.getByRole('textbox', { name: '单位' }).fill('北京大学');
  await dialog.getByLabel('说明').fill('博士生导师');
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: '登记' }).click();
  await expect(drawer.getByText('师生关系（博士生导师）')).toBeVisible();
  await drawer.getByRole('button', { name: /^删除利害关系/ }).click();
  await page.getByRole('button', { name: '删除', exact: true }).last().click();
  await expect(page.getByText(/不能直接删除；请在「回避」中提出解除/).first()).toBeVisible();
});

test('a school knows nothing of it', async ({ page }) => {
  await login(page, school, '/review/project');
  await expect(page.getByRole('navigation', { name: '主菜单' }).getByText('回避')).toHaveCount(0);
  await page.goto(web('/review/conflict'));
  await expect(page.getByRole('heading', { level: 1, name: '回避' })).toHaveCount(0);
});

test.describe('on a phone, in dark colours', () => {
  test('the list and its details are accessible', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await openConflicts(page, { kind: 'relative' });
    const found = page.getByRole('listitem').filter({ hasText: '必须回避' });
    await expect(found).toHaveCount(1);
    await expectNoAxeFindings(page, everyRule);
    await found.getByRole('link').first().click();
    const detail = page.getByRole('dialog');
    await expect(detail.getByText('专家申明')).toBeVisible();
    await expectNoAxeFindings(page, everyRule);
    await detail.getByRole('link').last().click();
    await expect(
      page.getByRole('dialog', { name: /^专家.*的回避$/ }).getByText('专家本人申明'),
    ).toBeVisible();
    await expectNoAxeFindings(page, everyRule);
    await expectChineseNames(page);
  });
});
