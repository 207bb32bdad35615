import type { Page } from '@playwright/test';
import { admin, office, supervisor } from './support/accounts.ts';
import { heading, login, openFromMenu, openUserMenu, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

/** Tabs that do not stand side by side on the narrowest desktop. */
const MANY = 9;

const strip = (page: Page) => page.getByRole('navigation', { name: '已打开页面' });
const tab = (page: Page, name: string) => strip(page).getByRole('link', { name, exact: true });
const tabNames = (page: Page) => strip(page).getByRole('link');
const search = (page: Page) => page.getByRole('searchbox', { name: '名称、代码或拼音' });

const openBoth = async (page: Page) => {
  await openFromMenu(page, ['专家资源'], '学科目录');
  await openFromMenu(page, ['专家资源'], '学校管理');
};

test('a tab keeps what was searched, and Back closes the detail of a row and returns to the same list', async ({
  page,
}) => {
  await login(page, admin);
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

  const list = page.url();
  await page
    .getByRole('row', { name: /北京大学/ })
    .first()
    .getByText('北京大学', { exact: true })
    .click();
  const detail = page.getByRole('dialog');
  await expect(detail).toContainText('学校标识码');
  await expect(page).toHaveURL(/view=\d+/);
  await page.goBack();
  await expect(detail).toBeHidden();
  expect(page.url()).toBe(list);
  await expect(search(page)).toHaveValue('bjdx');

  await tab(page, '学科目录').click();
  await openFromMenu(page, ['专家资源'], '学校管理');
  await expect(page).not.toHaveURL(/blurry/);

  // An open detail survives the visit of another page, by its address too.
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(detail).toBeVisible();
  await page.goto(web('/dashboard'));
  await page.goBack();
  await expect(detail).toBeVisible();
});

test('menus of tabs stand upright, with more tabs open than the strip holds', async ({ page }) => {
  await page.setViewportSize({ width: 992, height: 260 });
  await login(page, admin);
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
      if ((await tabNames(page).count()) === MANY) break;
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
    }
  }
  await expect(tabNames(page)).toHaveCount(MANY);
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
  await expect(page.getByRole('menuitem')).toHaveCount(MANY + 2);
  await expectColumn();
  for (const entry of await page.getByRole('menuitem').all()) {
    await entry.scrollIntoViewIfNeeded();
    await expect(entry).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole('menuitem', { name: '首页' }).click();
  await expect(tab(page, '首页')).toHaveAttribute('aria-current', 'page');
});

test('open tabs, the sidebar and dark colours stay as they were left', async ({ page }) => {
  await login(page, admin);
  await openBoth(page);
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  expect((await menu.boundingBox())!.width).toBeGreaterThan(190);
  await page.getByRole('button', { name: '收起菜单' }).click();
  await page.getByRole('button', { name: /^外观/ }).click();
  await page.getByRole('menuitem', { name: '深色' }).click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();

  await page.reload();
  await expect(heading(page, '学校管理')).toBeVisible();
  await expect(tabNames(page)).toHaveText(['首页', '学科目录', '学校管理']);
  await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible();
  expect((await menu.boundingBox())!.width).toBeLessThan(60);
  await expect(page.getByRole('button', { name: '外观：深色' })).toBeVisible();
  expect(await background()).toBe(dark);
});

test('991 pixels are a phone, 992 a desktop', async ({ page }) => {
  await page.setViewportSize({ width: 992, height: 800 });
  await login(page, admin);
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
  await login(page, admin);
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
  // An account whose tabs no other story uses: they are stored for it.
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

test('the menu holds what the role may see', async ({ page }) => {
  await login(page, office);
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expect(menu.getByRole('button', { name: '专家资源' })).toBeVisible();
  await menu.getByRole('button', { name: '系统管理' }).click();
  await expect(menu.getByRole('link', { name: '公告管理' })).toBeVisible();
  await expect(menu.getByRole('link', { name: '用户管理' })).toHaveCount(0);
});
