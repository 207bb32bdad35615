import type { Locator, Page } from '@playwright/test';
import { admin, office, school } from './support/accounts.ts';
import { heading, login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const nameIn = async (row: Locator) => (await row.getByRole('link').first().textContent())!;
const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const topOf = async (element: Locator) => (await element.boundingBox())!.y;

test('a detail offers what is done with its row, and leads to the rows beside it', async ({ page }) => {
  await login(page, office, '/pool/expert?sort=name,asc');
  const [first, second] = [await nameIn(rows(page).first()), await nameIn(rows(page).nth(1))];
  await rows(page).first().getByRole('link').first().click();
  const bar = (name: string) => drawer(page, name).getByRole('toolbar', { name: '详情操作' });
  await expect(bar(first)).toBeInViewport({ ratio: 1 });
  await expect(bar(first).getByRole('button', { name: '上一位' })).toHaveAttribute('aria-disabled', 'true');
  await bar(first).getByRole('button', { name: '下一位' }).click();
  await expect(drawer(page, second)).toContainText('身份证号码');
  await bar(second).getByRole('button', { name: '上一位' }).click();
  await expect(drawer(page, first)).toContainText('身份证号码');
  await page.goBack();
  await expect(drawer(page, first)).toBeHidden();
  await rows(page).first().getByRole('link').first().click();

  await bar(first).getByRole('button', { name: '评级' }).click();
  const rating = drawer(page, `设置「${first}」的评级`);
  await rating.getByRole('button', { name: '取消' }).click();
  await bar(first).getByRole('button', { name: '编辑' }).click();
  const form = drawer(page, `编辑专家「${first}」`);
  await expect(form.getByLabel('姓名')).toHaveValue(first);
  await form.getByRole('button', { name: '取消' }).click();
  await expect(form).toBeHidden();
  await expect(bar(first).getByRole('button', { name: '编辑' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer(page, first)).toBeHidden();
});

test('a wide window shows details and forms in two columns, a narrow one in one', async ({ page }) => {
  await login(page, admin, '/system/user');
  await rows(page).first().getByRole('link').first().click();
  const detail = page.getByRole('dialog');
  const nameAndNick = () =>
    Promise.all(['用户名', '昵称'].map((label) => topOf(detail.getByText(label, { exact: true }))));
  const [username, nick] = await nameAndNick();
  expect(username).toBe(nick);
  await page.setViewportSize({ width: 500, height: 800 });
  await expect.poll(async () => new Set(await nameAndNick()).size).toBe(2);
});

test('a message at a field moves no other field', async ({ page }) => {
  await login(page, office, '/pool/expert?edit=new');
  const form = drawer(page, '新增专家');
  await expect(form.getByLabel('姓名')).toBeVisible();
  const labels = ['单位', '院系部门', '职称系列', '备注'].map((label) =>
    form.getByText(label, { exact: true }).last(),
  );
  const tops = () => Promise.all(labels.map(topOf));
  const before = await tops();
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form.getByText('请输入姓名')).toBeVisible();
  await expect(form.getByText('请输入手机号码')).toBeVisible();
  expect(await tops()).toEqual(before);
});

test('a new menu is checked while it is typed and when a field is left', async ({ page }) => {
  await login(page, admin, '/system/menu?edit=new');
  const form = drawer(page, '新增菜单');
  await form.getByLabel('标题').focus();
  await form.getByLabel('标题').press('Tab');
  await expect(form.getByText('请输入标题')).toBeVisible();
  await form.getByLabel('路由地址').focus();
  await form.getByLabel('路由地址').press('Tab');
  await expect(form.getByText('请输入路由地址')).toBeVisible();
  await form.getByLabel('路由地址').fill('somewhere');
  await expect(form.getByText('请输入路由地址')).toBeHidden();
  await form.getByRole('radio', { name: '按钮' }).check();
  // The fields of a button are there.
  await expect(form.getByLabel('路由地址')).toBeHidden();
  await form.getByRole('combobox', { name: '权限标识' }).focus();
  await page.keyboard.press('Tab');
  await expect(form.getByText('请选择权限标识')).toBeVisible();
});

test('the repeated password is asked for in words of its own', async ({ page }) => {
  await login(page, admin, '/user/center?section=password');
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByText('请再次输入新密码')).toBeVisible();
  await expect(page.getByText('两次输入的新密码不一致')).toBeHidden();
});

test('the search for a subject carries the label of its field', async ({ page }) => {
  await login(page, admin, '/pool/teacher?edit=new');
  const form = drawer(page, '新增教师');
  await expect(form.getByRole('combobox', { name: '学科专业' })).toBeVisible();
  await form.getByText('学科专业', { exact: true }).last().click();
  await expect(form.getByRole('combobox', { name: '学科专业' })).toBeFocused();
});

test('an officer of a school finds its units under that name', async ({ page }) => {
  await login(page, school, '/pool/school');
  await expect(heading(page, '下属单位')).toBeVisible();
  await expect(page.getByRole('navigation', { name: '主菜单' })).toContainText('下属单位');
  await expect(page.getByRole('navigation', { name: '面包屑' })).toContainText('下属单位');
  await expect(page.getByRole('columnheader', { name: '单位名称' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: '已打开页面' })).toContainText('下属单位');
  await expect(page.getByRole('button', { name: '新增单位' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').last().fill('下属单位');
  await expect(page.getByRole('option', { name: /下属单位/ }).first()).toBeVisible();
  await expect(page.getByText('学校管理')).toHaveCount(0);
});
