import type { Page } from '@playwright/test';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { admin, office, school } from './support/accounts.ts';
import { callerOf, keptSession } from './support/api.ts';
import { heading, login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const search = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: '搜索页面和操作' });
  await palette.getByRole('combobox').fill(text);
  return palette;
};

const listExperts = async (page: Page, sort: string) => {
  const call = callerOf(page.request, await keptSession(page.request, office));
  return (await call(expertPoolApi.list, { query: { sort, size: 50 } })).content;
};

const searched = async (page: Page, text: string) => {
  const palette = await search(page, text);
  await expect(palette.getByRole('status')).not.toHaveText('正在查找…');
  return palette;
};

test('Ctrl K finds people, schools, subjects and notices, and opens them', async ({ page }) => {
  // Every second expert of the demo is a teacher too; other stories add experts who are not.
  const experts = await listExperts(page, 'id,asc');
  const { name } = experts[1]!;
  await login(page, admin, '/dashboard');
  let palette = await searched(page, name);
  for (const kind of ['专家', '教师', '用户'])
    await expect(
      palette.getByRole('option', { name: new RegExp(`^${name}.*${kind}$`) }).first(),
    ).toBeVisible();
  await palette.getByRole('option', { name: /专家$/ }).first().click();
  await expect(page.getByRole('dialog', { name })).toContainText('身份证号码');
  await expect(page).toHaveURL(/\/pool\/expert\?view=\d+$/);
  await page.keyboard.press('Escape');

  palette = await searched(page, '北京大学');
  await expect(palette.getByRole('option', { name: /^北京大学.*学校$/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  palette = await searched(page, '土木工程');
  await expect(palette.getByRole('option', { name: /土木工程\s*学科$/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  palette = await searched(page, 'xkml');
  await expect(palette.getByRole('option').first()).toContainText('学科目录');
  await page.keyboard.press('Enter');
  await expect(heading(page, '学科目录')).toBeVisible();
  await expect(palette).toBeHidden();
  palette = await searched(page, '评审回避');
  await palette.getByRole('option', { name: /公告$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: '关于严格执行评审回避制度的通知' })).toBeVisible();
});

test('Ctrl K finds only what its reader may see, and asks after a pause', async ({ page }) => {
  const experts = await listExperts(page, 'name,asc');
  const { name } = experts.find(({ schoolName }) => schoolName !== '北京大学')!;
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (searchParams.has('blurry')) asked.push(`${pathname} ${searchParams.get('blurry')}`);
  });
  await login(page, school);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: '搜索页面和操作' });
  await palette.getByRole('combobox').pressSequentially(name);
  await expect(palette.getByRole('status')).toHaveText(`没有找到「${name}」`);
  const texts = asked.map((one) => one.split(' ')[1]);
  expect(texts.length).toBeGreaterThan(0);
  expect(new Set(texts)).toEqual(new Set([name]));
});
