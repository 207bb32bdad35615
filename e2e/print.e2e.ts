import type { Page } from '@playwright/test';
import { PRODUCT_TITLE } from '../shared/constants.ts';
import { admin, applicant, expert, office } from './support/accounts.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** Like Ctrl+P in the browser: on paper that is narrower than any desktop. */
const onPaper = async (page: Page) => {
  await page.setViewportSize({ width: 640, height: 900 });
  await page.emulateMedia({ media: 'print' });
};

const offPaper = ['navigation', 'search', 'toolbar', 'button', 'checkbox', 'dialog'] as const;

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`a list of ${size.width} px is printed as a table, with what it was filtered by`, async ({ page }) => {
    await page.setViewportSize(size);
    await login(page, office, '/pool/expert?enabled=true&confirmed=true&sort=name,asc');
    await expect(page.getByRole('main').getByText(/^共 \d+ 条$/)).toBeVisible();
    const name = (await page.getByRole('main').getByRole('link').first().textContent())!;
    await onPaper(page);
    const sheet = page.getByRole('article');
    await expect(sheet.getByRole('heading', { level: 1, name: '专家库' })).toBeVisible();
    for (const fact of [
      PRODUCT_TITLE,
      /\d{4}年\d+月\d+日/,
      '状态：启用',
      '确认：已确认',
      /第 1 页，共 \d+ 页/,
    ])
      await expect(sheet.getByText(fact)).toBeVisible();
    await expect(page.getByRole('row', { name })).toBeVisible();
    for (const label of ['姓名', '单位', '手机', '确认与任期'])
      await expect(page.getByRole('columnheader', { name: label })).toBeVisible();
    for (const role of offPaper) await expect(page.getByRole(role)).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('search')).toBeVisible();
  });
}

test('pages without a sheet are printed dark on white, without what is pressed', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await login(page, office, '/dashboard');
  const panel = page.getByRole('region', { name: /^待确认/ });
  await expect(panel.getByRole('button').first()).toBeVisible();
  await onPaper(page);
  await expect(panel).toBeVisible();
  for (const role of ['button', 'banner'] as const) await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: '主菜单' })).toHaveCount(0);
  await expect(panel).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(panel.getByRole('heading')).toHaveCSS('color', /^rgba?\(0, 0, 0/);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a detail is printed alone', async ({ page }) => {
  await login(page, office, '/pool/expert');
  const link = page.getByRole('main').getByRole('row').getByRole('link').first();
  const name = (await link.textContent())!;
  await link.click();
  await expect(page.getByRole('dialog', { name })).toContainText('身份证号码');
  await onPaper(page);
  const sheet = page.getByRole('article');
  await expect(sheet.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(sheet.getByText('身份证号码', { exact: true })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  for (const role of offPaper) await expect(page.getByRole(role)).toHaveCount(0);
});

for (const { account, path, title, words } of [
  { account: expert, path: '/desk/task', title: '我的评审', words: /^共 \d+ 份，已提交 \d+ 份/ },
  { account: applicant, path: '/apply/project', title: '我的申报', words: /年度高等学校教师系列/ },
  { account: office, path: '/review/assignment', title: /^\d{4}-/, words: '为什么是他' },
  { account: office, path: '/review/board', title: '批次看板', words: '需要关注' },
  { account: office, path: '/review/progress', title: '评审进度', words: /^未评、评审中、已评完三项/ },
]) {
  test(`a page that is no list (${title}) is printed under the head of every sheet`, async ({ page }) => {
    await login(page, account, path);
    if (path === '/review/assignment')
      await page
        .getByRole('link', { name: /^打开 / })
        .first()
        .click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
    await onPaper(page);
    const sheet = page.getByRole('article');
    await expect(sheet.getByRole('heading', { level: 1, name: title })).toBeVisible();
    for (const fact of [PRODUCT_TITLE, /\d{4}年\d+月\d+日.*打印$/, words])
      await expect(sheet.getByText(fact).first()).toBeVisible();
    for (const role of ['navigation', 'button', 'dialog'] as const)
      await expect(page.getByRole(role)).toHaveCount(0);
  });
}

test('lists, details and notices have a button that prints them', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      const sheets = [...document.querySelectorAll<HTMLElement>('.paper')];
      document.documentElement.dataset['printed'] = sheets.map((sheet) => sheet.innerText).join('\n');
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  const printed = expect(page.locator('html'));
  await login(page, admin, '/system/user?blurry=office');
  await page.getByRole('button', { name: '打印列表' }).click();
  await printed.toHaveAttribute('data-printed', /用户管理[^]*用户名[^]*\boffice\b/);
  await page.getByRole('main').getByRole('row').getByRole('link', { name: 'office', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '打印' }).click();
  await printed.toHaveAttribute('data-printed', /密码修改/);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await login(page, expert, '/article/notice/index');
  await page.getByRole('main').getByRole('link').first().click();
  await page.getByRole('button', { name: '打印', exact: true }).click();
  await printed.toHaveAttribute('data-printed', /发布于/);
});
