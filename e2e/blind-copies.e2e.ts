import type { Page } from '@playwright/test';
import { blindCopyApi } from '@zhiping/shared/contracts/blind-copy.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { office, school } from './support/accounts.ts';
import { callerOf, keptSession } from './support/api.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { login, web } from './support/sign-in.ts';
import { expect, test } from './support/serial.ts';

// The copies of the demo's blind cycle go on from one story to the next.
test.describe.configure({ mode: 'serial' });

/** Released copies with something that only a person can judge, to be looked at again. */
const WITHDRAWN = 2;

/** The demo's open cycle: the oldest, since other stories publish newer ones meanwhile. */
const openCopies = async (page: Page) => {
  const call = callerOf(page.request, await keptSession(page.request, office));
  const { content } = await call(cycleApi.list, { query: { size: 100 } });
  const open = content.filter(({ name, state }) => state === 'applying' && name.endsWith('职称评审'));
  const id = Math.min(...open.map((cycle) => cycle.id));
  await login(page, office, `/review/blind?cycleId=${id}`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
};
const states = (page: Page) => page.getByRole('navigation', { name: '各状态的盲审副本数' });

test('the office has the copies of a cycle made, and none of a cycle that is reviewed with names', async ({
  page,
}) => {
  await openCopies(page);
  await expect(states(page).getByRole('link', { name: /^全部 [1-9]\d*$/ })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: '制作副本' }).click();
  // Each page is drawn, covered and read again by a program of its own.
  await expect(states(page).getByRole('link', { name: /^未检查/ })).toHaveCount(0);
  await expect(page.getByRole('row').nth(1)).toContainText('处');
});

test('a file is looked at beside its copy, something more is covered, and it is released', async ({
  page,
}) => {
  await openCopies(page);
  await page.getByRole('row').nth(1).getByRole('link', { name: '打开' }).click();
  const work = page.getByRole('region', { name: '对照核对' });
  await expect(work.getByRole('toolbar', { name: '翻页、缩放与框选' })).toBeVisible();
  await expect(work.getByRole('img')).toHaveCount(2);
  await expectNoAxeFindings(page);

  // By keys alone; a mouse and a finger draw from corner to corner.
  await work.getByRole('button', { name: '框选遮盖', exact: true }).press('Enter');
  await expect(work.getByRole('button', { name: /^框选遮盖区域/ })).toBeFocused();
  for (const key of ['ArrowUp', 'ArrowLeft', 'Shift+ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(work.getByText('人工框选的区域')).toBeVisible();
  const outdated = page.getByText('标记有改动，副本还是改动前的样子，请「遮盖并检验」');
  await expect(outdated).toBeVisible();
  await page.getByRole('button', { name: '遮盖并检验' }).click();
  await expect(outdated).toBeHidden();
  await page.getByRole('button', { name: '放行', exact: true }).click();
  await expect(page.getByRole('button', { name: '撤回放行' })).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 768 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectNoAxeFindings(page);
});

test('finishing a material leads to the next one that waits', async ({ page }) => {
  const call = callerOf(page.request, await keptSession(page.request, office));
  const released = await call(blindCopyApi.list, { query: { state: 'released', size: 999 } });
  const withdrawn = released.content
    .filter(({ openMarks, doubtedPages }) => openMarks + doubtedPages > 0)
    .slice(-WITHDRAWN);
  for (const { id } of withdrawn) await call(blindCopyApi.withdraw, { params: { id } });
  const { content } = await call(blindCopyApi.list, { query: { state: 'needsPerson', size: 100 } });
  await login(page, office, `/review/blind?id=${content[0]!.id}`);
  await expect(page.getByRole('region', { name: '对照核对' })).toBeVisible();
  await page.getByRole('link', { name: '下一份待办' }).click();
  await expect(page).not.toHaveURL(new RegExp(`id=${content[0]!.id}$`));
  await expect(page.getByText(/^(需处理|请人工核对)$/).first()).toBeVisible();
  // Experts of other stories read them.
  for (const { id } of withdrawn)
    await call(blindCopyApi.release, { params: { id }, body: { waiver: '已逐页核对' } });
});

test('a school knows nothing of it', async ({ page }) => {
  await login(page, school, '/review/project');
  await expect(page.getByRole('navigation', { name: '主菜单' }).getByText('盲审副本')).toHaveCount(0);
  await page.goto(web('/review/blind'));
  await expect(page.getByRole('heading', { level: 1, name: '盲审副本' })).toHaveCount(0);
});
