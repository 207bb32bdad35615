import type { Page } from '@playwright/test';
import { admin, expert, expertToConfirm } from './support/accounts.ts';
import { everyRule, expectNoAxeFindings } from './support/axe.ts';
import { login, openUserMenu, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { expectChineseNames } from './support/wording.ts';

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
type Size = keyof typeof sizes;

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

const settled = (page: Page) =>
  expect(page.locator('[aria-busy="true"], .ant-skeleton').filter({ visible: true })).toHaveCount(0);

const expectNothingSideways = async (page: Page) => {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.soft.poll(overflow).toBeLessThanOrEqual(0);
};

/** As narrow as WCAG 1.4.10 asks for: one page of each kind. */
const narrowPages = ['/dashboard', '/pool/school', '/pool/subject', '/user/center', '/article/notice/index'];

const findNothing = async (page: Page, size: Size = 'desktop') => {
  await expectNoAxeFindings(page, size === 'desktop' ? everyRule : undefined);
  await expectChineseNames(page);
};

/** By every rule, then as a phone has it. The colours of dark are proven by the table of web/src/app/theme/contrast.test.ts. */
const findNothingAtBothSizes = async (page: Page) => {
  await findNothing(page);
  await page.setViewportSize(sizes.phone);
  await settled(page);
  await findNothing(page, 'phone');
  await expectNothingSideways(page);
  await page.setViewportSize(sizes.desktop);
};

const check = async (page: Page, path: string) => {
  await test.step(path, async () => {
    await page.goto(web(path));
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect.soft(new URL(page.url()).pathname).toBe(web(path.split('?')[0]!));
    await settled(page);
    await findNothingAtBothSizes(page);
    if (!narrowPages.includes(path)) return;
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNothingSideways(page);
    await page.setViewportSize(sizes.desktop);
  });
};

test('pages before the login', async ({ page }) => {
  await check(page, '/login');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await findNothingAtBothSizes(page);
  await check(page, '/check/login/change');
  await check(page, '/check/login/forgotten');
});

test('the login and a list, opened in dark colours', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(web('/login'));
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expectNoAxeFindings(page, everyRule);
  await login(page, admin, '/pool/expert');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await settled(page);
  await expectNoAxeFindings(page, everyRule);
  await page.setViewportSize(sizes.phone);
  await settled(page);
  await expectNoAxeFindings(page, everyRule);
});

test('pages of all users', async ({ page }) => {
  await login(page, admin);
  for (const path of [...fixedPages, ...sections]) await check(page, path);
});

// Side by side, as they take longest.
for (const half of [0, 1]) {
  test(`pages of the menu, half ${half + 1}`, async ({ page }) => {
    await login(page, admin);
    const paths = await menuPages(page);
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths.filter((_, index) => index % 2 === half)) {
      await check(page, path);
      await expect.soft(page.getByRole('heading', { name: '页面不存在' }), path).toBeHidden();
    }
  });
}

test('forms of administration', async ({ page }) => {
  await login(page, admin);
  for (const form of administrationForms) {
    await test.step(form, async () => {
      await page.goto(web(`/system/${form}`));
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('textbox').or(dialog.getByRole('tree')).first()).toBeVisible();
      await findNothingAtBothSizes(page);
    });
  }
});

test('the editor of articles', async ({ page }) => {
  await login(page, admin, '/system/article?edit=new');
  await expect(page.getByRole('textbox', { name: '正文' })).toBeVisible();
  await findNothingAtBothSizes(page);
});

test('pages of an expert', async ({ page }) => {
  await login(page, expert);
  for (const path of ['/dashboard', '/article/notice/index']) await check(page, path);
});

for (const size of ['desktop', 'phone'] as const) {
  test(`dialogs of a page, ${size}`, async ({ page }) => {
    await page.setViewportSize(sizes[size]);
    await login(page, admin, '/pool/school');
    await page.getByRole('main').getByText('北京大学', { exact: true }).first().click();
    await expect(page.getByRole('dialog')).toContainText('学校标识码');
    await findNothing(page, size);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    if (size === 'desktop') {
      await page.getByRole('button', { name: '我的视图' }).click();
      await expect(page.getByLabel('保存当前条件')).toBeVisible();
      await findNothing(page, size);
      await page.keyboard.press('Escape');
    }

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option').first()).toBeVisible();
    await findNothing(page, size);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /^通知/ }).click();
    await expect(page.getByRole('region', { name: '通知' })).toBeVisible();
    await findNothing(page, size);
    await page.keyboard.press('Escape');

    await openUserMenu(page);
    await expect(page.getByRole('menuitem', { name: '布局设置' })).toBeVisible();
    await findNothing(page, size);
    await page.getByRole('menuitem', { name: '布局设置' }).click();
    await expect(page.getByRole('dialog', { name: '布局设置' })).toBeVisible();
    await findNothing(page, size);
  });
}

test('the gate of an expert', async ({ page }) => {
  await login(page, expertToConfirm);
  await expect(page).toHaveURL(web('/check/expert/confirmation'));
  await check(page, '/check/expert/confirmation');
});
