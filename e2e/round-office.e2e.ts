import { readFile } from 'node:fs/promises';
import { readSheet } from '../server/src/platform/sheets/sheet-reader.ts';
import { office2, supervisor } from './support/accounts.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const CYCLE = /2026 年度高等学校教师系列高级职称评审/;

test('the office sees how far a round is, and each number is its list', async ({ page }) => {
  await login(page, office2, '/review/progress');
  const parts = page.getByRole('radiogroup', { name: '看什么' });
  const table = page.getByRole('table', { name: '按学科的送审进度' });
  await expect(table.getByRole('row').nth(1)).toContainText('合计');
  await expect(page.getByText(CYCLE).first()).toBeVisible();
  await expectNoAxeFindings(page);
  // Other stories move the round meanwhile.
  await expect(async () => {
    const link = table.getByRole('link', { name: /^合计：评审中 \d+ 份$/ });
    const count = await link.innerText();
    await link.click();
    await expect(page.getByText(`共 ${count} 条`).first()).toBeVisible({ timeout: 30_000 });
    await page.goBack();
  }).toPass();

  await parts.getByText('学校').click();
  await expect(page.getByRole('table', { name: '按学校的送审进度' })).toBeVisible();
  await expectNoAxeFindings(page);

  await parts.getByText('专家').click();
  const late = page.getByRole('link', { name: /：逾期 1 份$/ }).first();
  const name = (await late.getAttribute('aria-label'))!.split('：')[0]!;
  await expectNoAxeFindings(page);
  await late.click();
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1);
  await page.getByRole('button', { name: `去掉条件 专家：${name}` }).click();
  await expect(page.getByRole('row').filter({ hasText: name }).first()).toBeVisible();
});

test('the office previews reminders of late experts, sends them, and sees who is left out', async ({
  page,
}) => {
  await login(page, office2, '/review/progress?part=expert&task=late');
  const names = page.getByRole('row').getByRole('link', { name: /^[^：]+$/ });
  await expect(names.first()).toBeVisible();
  const late = await names.allTextContents();
  expect(late.length).toBeGreaterThan(1);
  await page.getByRole('columnheader').getByRole('checkbox').check();
  const remind = page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '催办' });
  await remind.click();
  const dialog = page.getByRole('dialog', { name: `催办 ${late.length} 位专家` });
  await expect(dialog.getByText(/^待交 \d+ 份，/)).toHaveCount(late.length);
  await expect(dialog.getByText(`${late[0]!}老师，您还有`, { exact: false })).toBeVisible();
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: '催办', exact: true }).click();
  await expect(page.getByText(`已催办 ${late.length} 位专家`).last()).toBeVisible();
  await remind.click();
  await expect(dialog.getByText('今天已经催办过')).toHaveCount(late.length);
  await expect(dialog.getByRole('button', { name: '催办其中 0 位' })).toBeDisabled();
});

test('the office gives one late expert more time, and finds them among the extended ones', async ({
  page,
}) => {
  await login(page, office2, '/review/progress?part=expert&task=late');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: /：逾期 1 份$/ }) });
  const name = await row.last().getByRole('link').first().innerText();
  await row.last().getByRole('checkbox').check();
  await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '延期' }).click();
  const dialog = page.getByRole('dialog', { name: `延长${name}的评审期限` });
  const twentyDays = new Date(Date.now() + 20 * 86_400_000);
  const end = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(twentyDays);
  await dialog.getByRole('textbox', { name: '新的截止时间' }).fill(end);
  await dialog.getByRole('textbox', { name: '延长原因' }).fill('出国访问，已电话说明');
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: '延长' }).click();
  await expect(page.getByText('已延长 1 位专家的期限').last()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);
  const task = page.getByRole('combobox', { name: '有这类任务' });
  await task.click();
  await page.getByTitle('延期', { exact: true }).click();
  const extended = page.getByRole('row').filter({ hasText: name });
  await expect(extended).toContainText(`${end} 23:59:59`);
  await extended.getByRole('link', { name: /：延期 \d+ 份$/ }).click();
  await page
    .getByRole('link', { name: /^打开/ })
    .or(page.getByRole('button', { name: /^打开/ }))
    .first()
    .click();
  await expect(page.getByText('已延期：出国访问，已电话说明')).toBeVisible();
  // From the opinions to what they are about.
  await page.getByRole('link', { name: '申报与材料' }).click();
  await expect(page).toHaveURL(/\/review\/project\?id=\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: /的申报$/ })).toBeVisible();
});

test('the office takes away points and opinions, without names and with them', async ({ page }) => {
  await login(page, office2, '/review/assignment?mark=underway');
  await expect(page.getByText(/共 \d+ 条/).first()).toBeVisible();
  const take = async (sheet: string) => {
    await page.getByRole('button', { name: /导出/ }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: sheet }).click();
    return readFile(await (await download).path());
  };
  const scores = await readSheet(await take('评分表'), ['专家1合计', '平均分', '分差', '结果'], 1000);
  expect(scores.some(({ values }) => values['平均分'] !== '')).toBe(true);
  // Other stories submit meanwhile.
  await expect(async () => {
    const opinions = await readSheet(await take('评审意见（不含专家姓名）'), ['专家', '评审意见'], 1000);
    const named = await readSheet(await take('评审意见（含专家姓名）'), ['专家', '专家单位'], 1000);
    expect(opinions.every(({ values }) => /^专家\d$/.test(values['专家']))).toBe(true);
    expect(named).toHaveLength(opinions.length);
    expect(named.some(({ values }) => /^专家\d$/.test(values['专家']))).toBe(false);
  }).toPass();
});

test('figures on experts are for the office; the supervisor sees numbers without names', async ({
  page,
  another,
}) => {
  await login(page, office2, '/review/progress?part=figure');
  await expect(page.getByText(/只供评审办参考/)).toBeVisible();
  await expect(page.getByText(/（样本太少）/).first()).toBeVisible();
  await expectNoAxeFindings(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText(/平均分差/).first()).toBeVisible();
  await expectNoAxeFindings(page);

  const other = await another();
  await login(other, supervisor, '/review/progress');
  const table = other.getByRole('table', { name: '按学科的送审进度' });
  await expect(table).toBeVisible();
  await expect(table.getByRole('link')).toHaveCount(0);
  await expect(other.getByText('宽严与用时')).toHaveCount(0);
  await expectNoAxeFindings(other);
  await other.close();
});
