import { admin, office, plainUser, supervisor, sysadmin } from './support/accounts.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { fillLogin, heading, login, openFromMenu, submitLogin, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('the supervisor finds a failed sign-in with its reason, and takes the list along', async ({ page }) => {
  await page.goto(web('/login'));
  await fillLogin(page, { ...office, password: 'Wrong-Password-1' });
  await submitLogin(page);
  await expect(page.getByRole('alert')).toContainText('用户名或密码错误');

  await login(page, supervisor);
  await openFromMenu(page, ['系统管理', '日志审计'], '登录日志');
  await page.getByRole('searchbox', { name: '用户名或 IP' }).fill(office.username);
  await page.getByRole('combobox', { name: '结果' }).click();
  await page.getByTitle('失败', { exact: true }).click();
  const row = page.getByRole('row', { name: /用户名或密码错误/ }).first();
  await expect(row).toContainText(office.username);

  await page.getByLabel('时间从').fill('2020-01-01');
  await expect(row).toBeVisible();
  await page.getByLabel('时间到').fill('2020-01-02');
  await expect(page.getByText('没有符合条件的数据')).toBeVisible();
  await page.getByRole('button', { name: '清空', exact: true }).click();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^登录日志.*\.xlsx$/);
});

test('days are typed in any usual way and read the same in an English browser', async ({ browser }) => {
  const page = await browser.newPage({ locale: 'en-US' });
  await login(page, supervisor, '/system/log');
  const from = page.getByLabel('时间从');
  await from.fill('2026/1/5');
  await from.press('Tab');
  await expect(from).toHaveValue('2026-01-05');
  await expect(page).toHaveURL(/createTime=2026-01-05/);
  await page.getByLabel('时间到').fill('明天');
  await page.getByLabel('时间到').press('Tab');
  await expect(page.getByLabel('时间到')).toHaveValue('');
  await page.getByRole('button', { name: '清空', exact: true }).click();
  await expect(from).toHaveValue('');
  await page.close();
});

test('an administrator finds an action by the id of its call', async ({ page }) => {
  await login(page, admin, '/system/article?edit=new');
  await page.getByRole('textbox', { name: '正文' }).fill('请按时提交');
  await page.getByRole('button', { name: '预览' }).click();
  await expect(page.getByRole('dialog', { name: '预览' })).toBeVisible();
  await page.keyboard.press('Escape');

  await openFromMenu(page, ['系统管理', '日志审计'], '操作日志');
  await page.getByRole('searchbox', { name: '用户、操作或 IP' }).fill('预览公告正文');
  await page.getByRole('main').getByRole('link', { name: '预览公告正文' }).first().click();
  const entry = page.getByRole('dialog', { name: '预览公告正文' });
  await expect(entry).toContainText('请求编号');
  await expect(entry.getByRole('button', { name: '复制' })).toBeVisible();
});

test('a number of the last day leads to the list of that day, which shows as many', async ({ page }) => {
  await page.goto(web('/login'));
  await fillLogin(page, { ...office, password: 'Wrong-Password-1' });
  await submitLogin(page);
  await expect(page.getByRole('alert')).toContainText('用户名或密码错误');

  await login(page, sysadmin, '/dashboard');
  const link = page.getByRole('link', { name: /24 小时登录失败/ });
  const count = (await link.innerText()).match(/\n(\d+)/)?.[1];
  await link.click();
  await expect(heading(page, '登录日志')).toBeVisible();
  await expect(page.getByText(`共 ${count} 条`).first()).toBeVisible();
  // For parts of days, times are shown beside the dates.
  await expect(page.getByRole('group', { name: '时间范围' })).toContainText(
    /\d\d:\d\d:\d\d 至 \d\d:\d\d:\d\d/,
  );
  await expectNoAxeFindings(page);

  // Where the failed runs of that day lead to; without one there is no link to them.
  const day = new URL(page.url()).searchParams.getAll('createTime').map((time) => ['failed', time]);
  await page.goto(web(`/system/timing?${new URLSearchParams(day)}`));
  await expect(page.getByRole('dialog', { name: '失败的执行' })).toBeVisible();
  await expectNoAxeFindings(page);
});

test('the operation log shows whose record was changed and how, and links to it', async ({ page }) => {
  const name = `记录${Date.now() % 100_000}`;
  await login(page, admin, '/system/user');
  await page.getByRole('searchbox', { name: '用户名、昵称或邮箱' }).fill(plainUser.username);
  await page.getByRole('link', { name: /^编辑 (王小雨|记录)/ }).click();
  const form = page.getByRole('dialog', { name: /^编辑/ });
  await form.getByRole('textbox', { name: '昵称' }).fill(name);
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();

  await openFromMenu(page, ['系统管理', '日志审计'], '操作日志');
  await page.getByRole('searchbox', { name: '用户、操作或 IP' }).fill('编辑用户');
  const row = page.getByRole('row', { name: new RegExp(`用户 ${plainUser.username} #`) }).first();
  await row.getByRole('link', { name: '编辑用户' }).click();
  const entry = page.getByRole('dialog', { name: '编辑用户' });
  const changes = entry.getByRole('table', { name: /的变更$/ });
  await expect(changes.getByRole('row', { name: /^昵称/ })).toContainText(name);
  await expectNoAxeFindings(page);
  await entry
    .getByRole('heading', { level: 3 })
    .getByRole('link', { name: new RegExp(`用户 ${plainUser.username} #`) })
    .click();
  await expect(heading(page, '用户管理')).toBeVisible();
  await expect(page.getByRole('dialog', { name: new RegExp(name) })).toContainText(plainUser.username);
});
