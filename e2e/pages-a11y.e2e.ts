import type { Page } from '@playwright/test';
import { admin, expert, expertToConfirm } from './support/accounts.ts';
import { colorRules, expectNoAxeFindings } from './support/axe.ts';
import { login, openUserMenu, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectChineseNames } from './support/wording.ts';

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

const fixedPages = ['/dashboard', '/user/center', '/article/notice/index', '/404', '/401'];
const sections = ['password', 'email', 'logs'].map((section) => `/user/center?section=${section}`);

/** Where the entries of the menu lead, so that a new page is looked at without being listed here. */
const administrationForms = [
  'user?edit=new',
  'role?edit=3',
  'role?menus=2',
  'menu?edit=new',
  'dept?edit=new',
  'job?edit=new',
  'timing?edit=1',
];

const menuPages = async (page: Page) => {
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const directories = menu.getByRole('button');
  const found = new Set<string>();
  for (let index = 0; index < (await directories.count()); index += 1) {
    const directory = directories.nth(index);
    if ((await directory.getAttribute('aria-expanded')) === 'false') await directory.click();
    for (const link of await menu.getByRole('link').all()) {
      found.add((await link.getAttribute('href'))!.replace(web(''), ''));
    }
  }
  return [...found].filter((path) => !fixedPages.includes(path));
};

/** In light colours by every rule; in dark ones the elements are the same, and their colours are looked at. */
const findNothing = async (page: Page) => {
  await expectNoAxeFindings(page);
  await expectChineseNames(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectNoAxeFindings(page, colorRules);
  await page.emulateMedia({ colorScheme: 'light' });
};

const check = async (page: Page, path: string) => {
  await test.step(path, async () => {
    await page.goto(web(path));
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect.soft(new URL(page.url()).pathname).toBe(web(path.split('?')[0]!));
    await expect(page.locator('[aria-busy="true"], .ant-skeleton').filter({ visible: true })).toHaveCount(0);
    await findNothing(page);
  });
};

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(size, () => {
    test.use({ colorScheme: 'light', viewport });

    test('pages before the login', async ({ page }) => {
      await check(page, '/login');
      await page.getByRole('button', { name: '登录', exact: true }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await findNothing(page);
      await check(page, '/check/login/change');
      await check(page, '/check/login/forgotten');
    });

    test.describe('opened in dark colours', () => {
      test.use({ colorScheme: 'dark' });

      test('the login and a list', async ({ page }) => {
        await page.goto(web('/login'));
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await expectNoAxeFindings(page);
        await login(page, admin, '/pool/expert');
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
        await expect(page.locator('[aria-busy="true"], .ant-skeleton').filter({ visible: true })).toHaveCount(
          0,
        );
        await expectNoAxeFindings(page);
      });
    });

    test('pages that everybody has', async ({ page }) => {
      test.setTimeout(180_000);
      await login(page, admin);
      for (const path of [...fixedPages, ...sections]) await check(page, path);
    });

    test('pages of the menu', async ({ page }) => {
      test.setTimeout(300_000);
      await page.setViewportSize(sizes.desktop);
      await login(page, admin);
      const paths = await menuPages(page);
      await page.setViewportSize(viewport);
      expect(paths.length).toBeGreaterThan(2);
      for (const path of paths) {
        await check(page, path);
        await expect.soft(page.getByRole('heading', { name: '页面不存在' }), path).toBeHidden();
      }
    });

    test('forms of administration', async ({ page }) => {
      test.setTimeout(120_000);
      await login(page, admin);
      for (const form of administrationForms) {
        await test.step(form, async () => {
          await page.goto(web(`/system/${form}`));
          const dialog = page.getByRole('dialog');
          await expect(dialog.getByRole('textbox').or(dialog.getByRole('tree')).first()).toBeVisible();
          await findNothing(page);
        });
      }
    });

    test('the editor of articles', async ({ page }) => {
      await login(page, admin, '/system/article?edit=new');
      await expect(page.getByRole('textbox', { name: '正文' })).toBeVisible();
      await findNothing(page);
    });

    test('pages of an expert', async ({ page }) => {
      await login(page, expert);
      for (const path of ['/dashboard', '/article/notice/index']) await check(page, path);
    });

    test('what opens over a page', async ({ page }) => {
      test.setTimeout(120_000);
      await login(page, admin, '/pool/school');
      await page.getByRole('main').getByText('北京大学', { exact: true }).first().click();
      await expect(page.getByRole('dialog')).toContainText('学校标识码');
      await findNothing(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();

      if (viewport === sizes.desktop) {
        await page.getByRole('button', { name: '我的视图' }).click();
        await expect(page.getByLabel('保存当前条件')).toBeVisible();
        await findNothing(page);
        await page.keyboard.press('Escape');
      }

      await page.keyboard.press('Control+k');
      await expect(page.getByRole('option').first()).toBeVisible();
      await findNothing(page);
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: /^通知/ }).click();
      await expect(page.getByRole('region', { name: '通知' })).toBeVisible();
      await findNothing(page);
      await page.keyboard.press('Escape');

      await openUserMenu(page);
      await expect(page.getByRole('menuitem', { name: '布局设置' })).toBeVisible();
      await findNothing(page);
      await page.getByRole('menuitem', { name: '布局设置' }).click();
      await expect(page.getByRole('dialog', { name: '布局设置' })).toBeVisible();
      await findNothing(page);
    });

    test('the gate of an expert', async ({ page }) => {
      await login(page, expertToConfirm);
      await expect(page).toHaveURL(web('/check/expert/confirmation'));
      await check(page, '/check/expert/confirmation');
    });
  });
}
