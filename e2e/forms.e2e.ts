import type { Locator, Page, Route } from '@playwright/test';
import { checkCharacter } from '@zhiping/shared/rules/person/id-number.ts';
import { admin, office } from './support/accounts.ts';
import { login, loginElsewhere, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const saveButton = (form: Locator) => form.getByRole('button', { name: '保存', exact: true });

const EXPERTS = /\/api\/expert$/;
const failures: [string, (route: Route) => Promise<void>, string][] = [
  ['without a connection', (route) => route.abort(), '接口请求失败'],
  ...([400, 403, 409, 500] as const).map((status): [string, (route: Route) => Promise<void>, string] => [
    `by a ${status}`,
    (route) => route.fulfill({ status, json: { status, code: 'told', message: `原因 ${status}` } }),
    `原因 ${status}`,
  ]),
];

test('a save that fails says so beside its button, with the focus, and keeps what was typed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await login(page, office, '/pool/expert?edit=new');
  const form = drawer(page, '新增专家');
  await form.getByLabel('姓名').fill('欧阳保存');
  await form.getByLabel('身份证号码').fill(`11010119600101001${checkCharacter('11010119600101001')}`);
  await form.getByLabel('手机号码').fill('18611112222');
  await form.getByRole('combobox', { name: '单位' }).fill('北京大学');
  await expect(form.getByRole('option', { name: '北京大学', exact: true })).toBeAttached();
  await expect(form.getByTitle('北京大学', { exact: true })).toBeVisible();
  await form.getByRole('combobox', { name: '单位' }).press('Enter');
  await form.getByLabel('备注').scrollIntoViewIfNeeded();

  for (const [how, answer, told] of failures) {
    await test.step(how, async () => {
      await page.route(EXPERTS, answer);
      await saveButton(form).click();
      const message = form.getByRole('alert').filter({ hasText: told });
      await expect(message).toBeInViewport({ ratio: 1 });
      expect(await message.evaluate((box) => box.closest('[tabindex]') === document.activeElement)).toBe(
        true,
      );
      await expect(page).toHaveURL(/\/pool\/expert\?edit=new/);
      await expect(form.getByLabel('姓名')).toHaveValue('欧阳保存');
      await page.unroute(EXPERTS, answer);
    });
  }
});

test('the second of two editors reads the name of the first beside the button', async ({ page, another }) => {
  await page.setViewportSize({ width: 1280, height: 480 });
  await login(page, admin, '/system/role?edit=3');
  const mine = drawer(page, /^编辑角色/);
  await mine.getByLabel('描述').fill('我的描述');

  const other = await another();
  await loginElsewhere(other, admin, '/system/role?edit=3');
  const theirs = drawer(other, /^编辑角色/);
  await theirs.getByLabel('描述').fill('别人的描述');
  await saveButton(theirs).click();
  await expect(theirs).toBeHidden();
  const nickname = await other.getByRole('button', { name: /账号菜单$/ }).textContent();
  await other.close();

  await saveButton(mine).click();
  const conflict = mine.getByRole('alert').filter({ hasText: `${nickname}（${admin.username}）已于` });
  await expect(conflict).toBeInViewport({ ratio: 1 });
  await expect(mine.getByRole('button', { name: '保留我的' })).toBeInViewport();
});

test('nothing is saved before the fields are there', async ({ page }) => {
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /\/api\/roles/.test(request.url())) saves.push(request.url());
  });
  let bringFields = () => {};
  const held = new Promise<void>((done) => {
    bringFields = done;
  });
  await login(page, admin, '/system/role');
  await page.route(/\/RoleFields-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('row').nth(1).getByRole('link', { name: '编辑' }).click();
  const form = drawer(page, /^编辑角色/);
  await expect(saveButton(form)).toBeVisible();
  await expect(saveButton(form)).toBeDisabled();
  await page.keyboard.press('Control+s');
  bringFields();
  await expect(form.getByLabel('角色名称')).toBeVisible();
  await expect(saveButton(form)).toBeEnabled();
  expect(saves).toEqual([]);
});

test('the menus of a role are not saved before they are there', async ({ page }) => {
  let bringMenus = () => {};
  const held = new Promise<void>((done) => {
    bringMenus = done;
  });
  await login(page, admin);
  await page.route(/\/api\/menus\/lazy/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(web('/system/role?menus=2'));
  const form = drawer(page, /^编辑角色菜单/);
  await expect(form.getByText('菜单与权限')).toBeVisible();
  await expect(saveButton(form)).toBeDisabled();
  bringMenus();
  await expect(form.getByRole('tree')).toBeVisible();
  await expect(saveButton(form)).toBeEnabled();
});

test('an article is not saved before the editor of its text is there', async ({ page }) => {
  let bringEditor = () => {};
  const held = new Promise<void>((done) => {
    bringEditor = done;
  });
  await page.route(/\/RichTextEditor-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await login(page, admin, '/system/article?edit=new');
  await expect(page.getByLabel('标题')).toBeVisible();
  await expect(page.getByRole('button', { name: '保存', exact: true })).toBeDisabled();
  bringEditor();
  await expect(page.getByRole('textbox', { name: '正文' })).toBeVisible();
  await expect(page.getByRole('button', { name: '保存', exact: true })).toBeEnabled();
});
