import type { Locator, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../server/src/demo-password.ts';
import { admin, sysadmin } from './support/accounts.ts';
import { changeFirstPassword } from './support/first-login.ts';
import { holdLine } from './support/line.ts';
import { sheetFile } from './support/sheet.ts';
import { login, loginElsewhere, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name });
const save = (form: Locator) => form.getByRole('button', { name: '保存', exact: true }).click();
const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row', { name });

/** Choose from a list by typing, as one does without a mouse. */
const choose = async (form: Locator, field: string, text: string) => {
  const box = form.getByRole('combobox', { name: field });
  await box.fill(text);
  await expect(form.getByTitle(text, { exact: true }).first()).toBeVisible();
  await box.press('ArrowDown');
  await box.press('Enter');
};

test('a user with a new role sees exactly its menus', async ({ page, another }) => {
  await login(page, admin, '/system/role');
  await page.getByRole('button', { name: '新增角色' }).click();
  const role = drawer(page, '新增角色');
  await role.getByLabel('角色名称').fill('岗位专员');
  await role.getByLabel('级别').fill('8');
  await save(role);
  await expect(role).toBeHidden();

  await rowOf(page, /岗位专员/)
    .getByRole('link', { name: '分配菜单' })
    .click();
  const menus = drawer(page, '编辑角色菜单「岗位专员」');
  for (const name of ['学科目录', '岗位管理']) await menus.getByRole('checkbox', { name }).click();
  await save(menus);
  await expect(menus).toBeHidden();

  await page.goto(web('/system/user?edit=new'));
  const user = drawer(page, '新增用户');
  await user.getByLabel('用户名').fill('gangwei');
  await user.getByLabel('昵称').fill('岗小位');
  await user.getByLabel('手机号码').fill('13900000077');
  await user.getByLabel('邮箱').fill('gangwei@example.com');
  await choose(user, '部门', '评审办公室');
  await choose(user, '角色', '岗位专员');
  await page.keyboard.press('Control+s');
  await expect(user).toBeHidden();
  await expect(rowOf(page, /gangwei/)).toContainText('岗位专员');

  const clerk = await another();
  await login(clerk, admin);
  const colleague = await another();
  const line = await holdLine(colleague);
  await changeFirstPassword(colleague, clerk, {
    account: { username: 'gangwei', password: DEMO_PASSWORD },
    newPassword: 'Posts-And-People-2026',
    phone: '13900000077',
  });
  const menu = colleague.getByRole('navigation', { name: '主菜单' });
  await expect(menu.getByRole('button')).toHaveText(['专家资源', '系统管理']);
  await menu.getByRole('button', { name: '专家资源' }).click();
  await expect(menu.getByRole('link')).toHaveText(['首页', '学科目录']);
  // The only directory in another one opens with it.
  await menu.getByRole('button', { name: '系统管理' }).click();
  await expect(menu.getByRole('button', { name: '组织与权限', expanded: true })).toBeVisible();
  await expect(menu.getByRole('link')).toHaveText(['首页', '岗位管理']);
  await menu.getByRole('link', { name: '岗位管理' }).click();
  await expect(colleague.getByRole('button', { name: '新增岗位' })).toBeVisible();

  // Permissions lost while the connection was down are reported when it is up again.
  await menu.getByRole('link', { name: '首页' }).click();
  await line.cut();
  await clerk.goto(web('/system/role'));
  await rowOf(clerk, /岗位专员/)
    .getByRole('link', { name: '分配菜单' })
    .click();
  const fewer = drawer(clerk, '编辑角色菜单「岗位专员」');
  await fewer.getByRole('checkbox', { name: '岗位管理' }).click();
  await save(fewer);
  await expect(fewer).toBeHidden();
  line.mend();
  // Within seconds of an own action the menus follow without a question.
  const reload = colleague.getByRole('button', { name: '重新加载菜单' });
  const taken = menu.getByRole('button', { name: '系统管理' });
  await expect(async () => {
    if (await reload.isVisible()) await reload.click();
    expect(await taken.isHidden()).toBe(true);
  }).toPass();

  await page.goto(web('/system/role'));
  await rowOf(page, /岗位专员/)
    .getByRole('button', { name: '更多操作' })
    .click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('所选角色存在 1 个用户关联，请解除后再试！').first()).toBeVisible();
});

test('an import reports each wrong row, and stores all or nothing', async ({ page }) => {
  const headers = ['用户名', '昵称', '性别', '手机号码', '邮箱', '部门', '角色', '岗位', '启用'];
  const first = [
    'drone',
    '导入一',
    '男',
    '13700000001',
    'drone@example.com',
    '评审办公室',
    '普通用户',
    '',
    '是',
  ];
  const second = [
    'drtwo',
    '导入二',
    '女',
    '13700000002',
    'drtwo@example.com',
    '评审办公室',
    '普通用户',
    '',
    '是',
  ];
  const wrong = second.with(5, '没有的部门');

  await login(page, admin, '/system/user');
  await page.getByRole('button', { name: '导入' }).click();
  const dialog = drawer(page, '导入用户');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载模板' }).click();
  expect((await download).suggestedFilename()).toBe('用户导入模板.xlsx');

  const file = dialog.getByLabel('选择表格文件');
  await file.setInputFiles(await sheetFile('用户', [headers, first, wrong]));
  await expect(dialog.getByText('共 2 条，1 条有错误，请修改后重新选择')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /没有的部门/ })).toContainText('3部门没有的部门部门不存在');
  await expect(dialog.getByRole('button', { name: '提交' })).toBeDisabled();

  await file.setInputFiles(await sheetFile('用户', [headers, first, second]));
  await dialog.getByRole('button', { name: '提交 2 条' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox', { name: '用户名、昵称或邮箱' }).fill('导入');
  // The new rows are in sight already; selecting them would take the search away with its bar.
  await expect(page).toHaveURL(/blurry=/);
  await expect(rowOf(page, /drone/)).toBeVisible();
  await expect(rowOf(page, /drtwo/)).toBeVisible();

  await rowOf(page, /drone/).getByRole('checkbox').check();
  await rowOf(page, /drtwo/).getByRole('checkbox').check();
  const bar = page.getByRole('toolbar', { name: '批量操作' });
  await expect(bar).toContainText('已选 2 项');
  await bar.getByRole('button', { name: '删除' }).click();
  const question = page.getByRole('dialog', { name: '确定删除 2 个用户吗？' });
  await expect(question.getByRole('button', { name: '取消' })).toBeFocused();
  await question.getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('没有符合条件的数据')).toBeVisible();
});

test('the second of two users who edit a row is warned, and loses nothing', async ({ page, another }) => {
  await login(page, admin, '/system/job');
  await page.getByRole('button', { name: '新增岗位' }).click();
  const created = drawer(page, '新增岗位');
  await created.getByLabel('岗位名称').fill('档案员');
  await created.getByLabel('岗位名称').press('Enter');
  await expect(created).toBeHidden();
  await expect(page.getByRole('link', { name: '档案员', exact: true })).toBeFocused();

  await rowOf(page, /档案员/)
    .getByRole('link', { name: '编辑' })
    .click();
  const mine = drawer(page, '编辑岗位「档案员」');
  await mine.getByLabel('岗位名称').fill('档案专员');

  const other = await another();
  await loginElsewhere(other, admin, '/system/job');
  await rowOf(other, /档案员/)
    .getByRole('link', { name: '编辑' })
    .click();
  const theirs = drawer(other, '编辑岗位「档案员」');
  await theirs.getByLabel('排序').fill('7');
  await save(theirs);
  await expect(theirs).toBeHidden();

  await save(mine);
  await expect(mine.getByRole('alert').filter({ hasText: '已于' })).toBeVisible();
  await expect(mine.getByText('最新：7')).toBeVisible();
  await expect(mine.getByLabel('岗位名称')).toHaveValue('档案专员');
  await mine.getByRole('button', { name: '保留我的' }).click();
  await expect(mine.getByLabel('排序')).toHaveValue('7');
  await save(mine);
  await expect(mine).toBeHidden();
  await expect(rowOf(page, /档案专员/)).toContainText('7');

  await rowOf(page, /档案专员/)
    .getByRole('switch', { name: '启用 档案专员' })
    .click();
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(rowOf(page, /档案专员/).getByRole('switch')).toBeChecked();

  await rowOf(page, /档案专员/)
    .getByRole('button', { name: '删除' })
    .click();
  await page
    .getByRole('dialog', { name: '确定删除岗位「档案专员」吗？' })
    .getByRole('button', { name: '删除' })
    .click();
  await expect(rowOf(page, /档案专员/)).toHaveCount(0);
});

test('rows are worked on with the keyboard', async ({ page }) => {
  await login(page, admin, '/system/job');
  await page.getByRole('button', { name: '新增岗位' }).click();
  const created = drawer(page, '新增岗位');
  await created.getByLabel('岗位名称').fill('键盘员');
  await created.getByLabel('岗位名称').press('Enter');
  const row = page.getByRole('link', { name: '键盘员', exact: true });
  await expect(row).toBeFocused();
  await page.keyboard.press('F2');
  const form = drawer(page, '编辑岗位「键盘员」');
  await expect(form.getByLabel('岗位名称')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await page.keyboard.press('Delete');
  await drawer(page, '确定删除岗位「键盘员」吗？').getByRole('button', { name: '删除' }).click();
  await expect(row).toHaveCount(0);
});

test('Back asks before it throws away what was typed', async ({ page }) => {
  await login(page, admin, '/system/job');
  await page.getByRole('button', { name: '新增岗位' }).click();
  const form = drawer(page, '新增岗位');
  await form.getByLabel('岗位名称').fill('打字到一半');

  const question = drawer(page, '放弃已填写的内容');
  await page.goBack();
  await question.getByRole('button', { name: '继续填写' }).click();
  await expect(form.getByLabel('岗位名称')).toHaveValue('打字到一半');

  await page.goBack();
  await question.getByRole('button', { name: '放弃填写' }).click();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(web('/system/job'));
});

test('a filter of departments by state shows every match, with the way to it', async ({ page }) => {
  await login(page, sysadmin, '/system/dept');
  await page.getByRole('combobox', { name: '状态' }).click();
  await page.getByTitle('启用', { exact: true }).last().click();
  const row = page.getByRole('row', { name: /评审办公室/ });
  await expect(row).toBeVisible();
  await expect(page.getByRole('columnheader', { name: '上级' })).toBeVisible();
});

test('a move that fails says why in its dialog, and can be tried again', async ({ page, context }) => {
  await login(page, admin, '/system/dept');
  await page.getByRole('combobox', { name: '状态' }).click();
  await page.getByTitle('启用', { exact: true }).last().click();
  await page.getByRole('button', { name: '移动到… 信息技术组' }).click();
  const dialog = page.getByRole('dialog', { name: '移动「信息技术组」到' });
  await dialog.getByRole('combobox', { name: '上级部门' }).click();
  await page.getByTitle('专家库', { exact: true }).last().click();
  await context.setOffline(true);
  await dialog.getByRole('button', { name: '移动' }).click();
  await expect(dialog.getByText('接口请求失败')).toBeVisible();
  await context.setOffline(false);
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toBeHidden();
});
