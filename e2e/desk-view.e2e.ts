import type { Page } from '@playwright/test';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { office2 } from './support/accounts.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { DESK_LIST, type Drawn, openLastTask, opinion, saved, writeAll } from './support/desk.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// How the desk is looked at: small screens, kinds of files, zoom, files that do not open, the last minutes. One after the
// other, by one expert.
test.describe.configure({ mode: 'default' });

const own = (JSON.parse(process.env.E2E_EXPERTS ?? '[]') as Drawn[])[10]!;

const open = async (page: Page) => {
  await login(page, own, DESK_LIST);
  await openLastTask(page);
};
const kinds = (page: Page) => page.getByRole('navigation', { name: '材料分类' });
const files = (page: Page) => page.locator('.desk-files a');
const desk = /\/api\/review\/\d+$/;

test('the list of files gives way to what the file is about, and how large one was is remembered', async ({
  page,
}) => {
  await open(page);
  const whole = await files(page).count();
  await kinds(page).getByRole('link', { name: '基本信息' }).click();
  await expect(files(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: '代表作', exact: true })).toBeVisible();
  await kinds(page).getByRole('link', { name: /^全部/ }).click();
  await expect(files(page)).toHaveCount(whole);

  await files(page).first().click();
  await expect(page.getByRole('region', { name: '第 1 页' })).toBeVisible();
  const bar = page.getByRole('toolbar', { name: '翻页、缩放与查找' });
  const percent = () => bar.locator('output').textContent();
  const before = await percent();
  await bar.getByRole('button', { name: '放大' }).click();
  await expect.poll(percent).not.toBe(before);
  const larger = await percent();
  await page.getByRole('button', { name: '返回材料' }).click();
  await files(page).first().click();
  await expect.poll(percent).toBe(larger);
  await bar.getByRole('button', { name: '适合宽度' }).click();
  await expect.poll(percent).toBe(before);
});

test('on a phone a page is made larger and searched without pushing anything aside', async ({ page }) => {
  await open(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await files(page).first().click();
  await expect(page.getByRole('region', { name: '第 1 页' })).toBeVisible();
  const bar = page.getByRole('toolbar', { name: '翻页、缩放与查找' });
  for (const name of ['缩小', '放大', '查找'])
    await expect(bar.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await bar.getByRole('button', { name: '查找' }).click();
  await page.getByLabel('在文件中查找').fill('研究');
  await expect(page.getByText(/^1 \/ \d+$/)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: '关闭查找' })).toBeInViewport({ ratio: 1 });
});

test('a broken material is reported to the office from the desk, and answered', async ({ page, another }) => {
  await open(page);
  await page.route(/\/api\/review\/\d+\/material\/\d+(\?.*)?$/, (route) =>
    route.fulfill({ contentType: 'application/pdf', body: '没有页' }),
  );
  await files(page).first().click();
  const told = page.getByRole('alert').filter({ hasText: '这个文件已损坏，无法打开，请报告评审办' });
  await expect(told).toBeVisible();
  await expectNoAxeFindings(page);
  await told.getByRole('button', { name: '报告问题' }).click();
  const dialog = page.getByRole('dialog', { name: /^报告问题：/ });
  await dialog.getByRole('radio', { name: '内容损坏或缺页' }).check();
  await dialog.getByLabel('说明').fill('打开时提示文件已损坏');
  await dialog.getByRole('button', { name: '报告问题' }).click();
  await expect(page.getByText('已报告评审办').first()).toBeVisible();
  await expect(dialog).toBeHidden();
  // The opinion beside it lives on.
  await expect(opinion(page)).toBeVisible();
  await expect(page.getByText(/已报告：内容损坏或缺页，等待评审办处理$/)).toBeVisible();

  // It waits for the office, and the answer stands at the file.
  const desk = await another();
  await login(desk, office2, '/');
  await desk.getByRole('link', { name: /^材料有问题 \d+ 份$/ }).click();
  await desk.getByRole('link', { name: /^打开/ }).first().click();
  const reports = desk.getByRole('region', { name: '专家报告的材料问题' });
  await expect(reports).toContainText('打开时提示文件已损坏');
  await expectNoAxeFindings(desk);
  await reports.getByRole('button', { name: /^答复/ }).click();
  const answer = desk.getByRole('dialog', { name: /^答复：/ });
  await answer.getByLabel('答复').fill('文件已核对，请重新打开');
  await answer.getByRole('button', { name: '答复' }).click();
  await expect(reports).toContainText('答复：文件已核对，请重新打开');
  await desk.close();
  await page.reload();
  await expect(page.getByText(/答复：文件已核对，请重新打开$/)).toBeVisible();
});

test('the last ten minutes are announced without covering anything', async ({ page }) => {
  await page.route(desk, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const read = reviewApi.read.result.parse(await response.json());
    const dueAt = formatDateTime(
      new Date(new Date(`${read.now.replace(' ', 'T')}+08:00`).getTime() + 8 * 60_000),
    );
    return route.fulfill({ response, json: { ...read, dueAt } });
  });
  await open(page);
  await expect(page.getByText(/^离截止还有 [78] 分钟/)).toBeVisible();
  await expect(page.getByText('离截止不足 10 分钟，请提交评审')).toBeAttached();
  await opinion(page).fill('最后几分钟也能写。');
  await expect(opinion(page)).toBeFocused();
  await saved(page);
});

// A laptop whose browser shows everything twice as large.
test.describe('at 200 per cent', () => {
  test('the field in use stands above the bar, and everything can be reached', async ({ page }) => {
    await page.setViewportSize({ width: 720, height: 450 });
    await login(page, own, DESK_LIST);
    await page
      .getByRole('link', { name: /^(开始|继续)评审 / })
      .last()
      .click();
    await page.getByText('评分', { exact: true }).click();
    await writeAll(page);
    await opinion(page).focus();
    const bar = page.getByRole('button', { name: '提交评审' });
    await expect(bar).toBeInViewport();
    const [field, foot] = [(await opinion(page).boundingBox())!, (await bar.boundingBox())!];
    expect(field.y).toBeLessThan(foot.y);
    await expectNoAxeFindings(page);
    await page.getByText('材料', { exact: true }).first().click();
    await files(page).first().click();
    await expect(page.getByRole('region', { name: '第 1 页' })).toBeInViewport();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });
});
