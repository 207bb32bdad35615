import type { Page } from '@playwright/test';
import { admin, office, supervisor } from './support/accounts.ts';
import { heading, login, openFromMenu, openUserMenu, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const strip = (page: Page) => page.getByRole('navigation', { name: '已打开页面' });
const tab = (page: Page, name: string) => strip(page).getByRole('link', { name, exact: true });
const tabNames = (page: Page) => strip(page).getByRole('link');
const search = (page: Page) => page.getByRole('searchbox', { name: '名称、代码或拼音' });

const openBoth = async (page: Page) => {
  await openFromMenu(page, ['专家资源'], '学科目录');
  await openFromMenu(page, ['专家资源'], '学校管理');
};

test.beforeEach(async ({ page }) => login(page, admin));

test('a tab keeps what was searched, in its fields and in its address', async ({ page }) => {
  await openFromMenu(page, ['专家资源'], '学校管理');
  await search(page).fill('bjdx');
  await expect(page).toHaveURL(/blurry=bjdx/);
  await expect(
    page
      .getByRole('button', { name: '北京大学', exact: true })
      .or(page.getByRole('link', { name: '北京大学', exact: true })),
  ).toBeVisible();

  await openFromMenu(page, ['专家资源'], '学科目录');
  await tab(page, '学校管理').click();
  await expect(page).toHaveURL(/blurry=bjdx/);
  await expect(search(page)).toHaveValue('bjdx');

  await tab(page, '学科目录').click();
  await openFromMenu(page, ['专家资源'], '学校管理');
  await expect(page).not.toHaveURL(/blurry/);
});

test('closing the page on screen opens the last remaining tab; closing all leads home', async ({ page }) => {
  await openBoth(page);
  await openFromMenu(page, ['系统管理', '运行维护'], '发件箱');
  await expect(tabNames(page)).toHaveText(['首页', '学科目录', '学校管理', '发件箱']);

  await tab(page, '学科目录').click();
  await strip(page).getByRole('button', { name: '关闭 学科目录' }).click();
  await expect(page).toHaveURL(/\/system\/outbox/);

  await expect(async () => {
    // A menu closes when its tab scrolls, as the strip does right after a tab has gone.
    await tab(page, '发件箱').click({ button: 'right' });
    const entries = await page.getByRole('menuitem').allTextContents();
    expect(entries).toEqual(['刷新', '关闭', '关闭其他', '关闭全部']);
  }).toPass();
  await page.getByRole('menuitem', { name: '关闭全部' }).click();
  await expect(page).toHaveURL(web('/dashboard'));
  await expect(tabNames(page)).toHaveText(['首页']);
});

test('menus of tabs stand upright, with fifteen tabs open too', async ({ page }) => {
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const directories = menu.getByRole('button');
  await expect(directories.first()).toBeVisible();
  // Directories in a directory are counted once it is open.
  for (let index = 0; index < (await directories.count()); index += 1) {
    const name = (await directories.nth(index).textContent())!;
    const opener = page.getByRole('button', { name, exact: true });
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
    const links = menu.getByRole('listitem').filter({ has: opener }).last().getByRole('link');
    for (const link of await links.all()) {
      if ((await tabNames(page).count()) === 15) break;
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
    }
  }
  await expect(tabNames(page)).toHaveCount(15);
  // The strip has come as far as what closes the last tab.
  await expect(
    strip(page)
      .getByRole('button', { name: /^关闭 / })
      .last(),
  ).toBeInViewport({ ratio: 1 });

  const expectColumn = async () => {
    const boxes = await Promise.all(
      (await page.getByRole('menuitem').all()).map(async (item) => (await item.boundingBox())!),
    );
    for (const [index, box] of boxes.entries()) {
      expect(Math.abs(box.x - boxes[0]!.x)).toBeLessThan(1);
      if (index > 0) expect(box.y).toBeGreaterThanOrEqual(boxes[index - 1]!.y + boxes[index - 1]!.height - 1);
    }
  };

  await tabNames(page).last().click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText(['刷新', '关闭', '关闭其他', '关闭全部']);
  await expectColumn();
  for (const entry of await page.getByRole('menuitem').all())
    await expect(entry).toBeInViewport({ ratio: 1 });
  expect((await page.getByRole('menu').boundingBox())!.width).toBe(105);
  await page.keyboard.press('Escape');
  await expect(tabNames(page).last()).toBeFocused();

  await page.getByRole('button', { name: '更多标签操作' }).click();
  await expect(page.getByRole('menuitem')).toHaveCount(17);
  await expectColumn();
  for (const entry of await page.getByRole('menuitem').all()) {
    await entry.scrollIntoViewIfNeeded();
    await expect(entry).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole('menuitem', { name: '首页' }).click();
  await expect(tab(page, '首页')).toHaveAttribute('aria-current', 'page');
});

test('the home tab cannot be closed; the others close by middle button and by Delete', async ({ page }) => {
  await openBoth(page);
  await tab(page, '学科目录').click({ button: 'middle' });
  await expect(tabNames(page)).toHaveText(['首页', '学校管理']);
  await tab(page, '学校管理').focus();
  await page.keyboard.press('Delete');
  await expect(tabNames(page)).toHaveText(['首页']);
  await tab(page, '首页').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: '关闭', exact: true })).toBeDisabled();
});

test('open tabs survive a reload', async ({ page }) => {
  await openBoth(page);
  await page.reload();
  await expect(heading(page, '学校管理')).toBeVisible();
  await expect(tabNames(page)).toHaveText(['首页', '学科目录', '学校管理']);
});

test('Back closes the detail of a row and returns to the same list', async ({ page }) => {
  await openFromMenu(page, ['专家资源'], '学校管理');
  await search(page).fill('清华大学');
  await expect(page).toHaveURL(/blurry=/);
  const list = page.url();
  await page
    .getByRole('row', { name: /清华大学/ })
    .first()
    .getByText('清华大学', { exact: true })
    .click();
  const detail = page.getByRole('dialog');
  await expect(detail).toContainText('学校标识码');
  await expect(page).toHaveURL(/view=\d+/);

  await page.goBack();
  await expect(detail).toBeHidden();
  expect(page.url()).toBe(list);
  await expect(search(page)).toHaveValue('清华大学');
});

test('an open detail survives the visit of another tab', async ({ page }) => {
  await openFromMenu(page, ['专家资源'], '学校管理');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto(web('/dashboard'));
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('Ctrl K finds a page by the initials of its pinyin', async ({ page }) => {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: '搜索页面和操作' });
  await palette.getByRole('combobox').fill('xkml');
  await expect(palette.getByRole('option').first()).toContainText('学科目录');
  await page.keyboard.press('Enter');
  await expect(heading(page, '学科目录')).toBeVisible();
  await expect(palette).toBeHidden();
});

test('the sidebar stays as it was left', async ({ page }) => {
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const wide = (await menu.boundingBox())!.width;
  expect(wide).toBeGreaterThan(190);
  await page.getByRole('button', { name: '收起菜单' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible();
  expect((await menu.boundingBox())!.width).toBeLessThan(60);
});

test('the dark appearance is chosen in the header and stays', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: /^外观/ }).click();
  await page.getByRole('menuitem', { name: '深色' }).click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await expect(page.getByRole('button', { name: '外观：深色' })).toBeVisible();
  expect(await background()).toBe(dark);
});

test('991 pixels are a phone, 992 a desktop', async ({ page }) => {
  await page.setViewportSize({ width: 992, height: 800 });
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 991, height: 800 });
  await expect(menu).toBeHidden();

  await page.getByRole('button', { name: '展开菜单' }).click();
  await openFromMenu(page, ['专家资源'], '学科目录');
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: '2 个页面' }).click();
  await expect(
    page.getByRole('dialog', { name: '已打开页面' }).getByRole('link', { name: '首页' }),
  ).toBeVisible();
});

test('the wheel reaches the end of a list that is longer than the window', async ({ page }) => {
  await openFromMenu(page, ['专家资源'], '学校管理');
  // The pager below it always stays in sight.
  const end = page.getByRole('main').getByRole('row').last();
  await expect(end).toBeAttached();
  await expect(end).not.toBeInViewport();
  await page.getByRole('main').getByRole('row').nth(3).hover();
  await page.mouse.wheel(0, 5000);
  await expect(end).toBeInViewport();
});

test('settings apply at once and last', async ({ page }) => {
  // Somebody whose tabs no other story looks at: they are stored for him.
  await login(page, supervisor);
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: '布局设置' }).click();
  const drawer = page.getByRole('dialog', { name: '布局设置' });
  const toggle = drawer.getByRole('switch', { name: /标签/ });
  await expect(strip(page)).toBeAttached();
  await toggle.click();
  await expect(strip(page)).not.toBeAttached();
  await page.reload();
  await expect(heading(page, /好$/)).toBeVisible();
  await expect(strip(page)).not.toBeAttached();
});

test('nothing scrolls sideways at 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of [
    '/dashboard',
    '/pool/school',
    '/pool/subject',
    '/user/center',
    '/article/notice/index',
  ]) {
    await page.goto(web(path));
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});

test.describe('for another role', () => {
  test('the menu holds what the role may see', async ({ browser }) => {
    const page = await browser.newPage({ locale: 'zh-CN' });
    await login(page, office);
    const menu = page.getByRole('navigation', { name: '主菜单' });
    await expect(menu.getByRole('button', { name: '专家资源' })).toBeVisible();
    await menu.getByRole('button', { name: '系统管理' }).click();
    await expect(menu.getByRole('link', { name: '公告管理' })).toBeVisible();
    await expect(menu.getByRole('link', { name: '用户管理' })).toHaveCount(0);
    await page.close();
  });
});
