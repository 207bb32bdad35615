import { admin } from './support/accounts.ts';
import { sheetFile } from './support/sheet.ts';
import { login, openFromMenu } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('the system administrator pauses a job, runs it and reads its log', async ({ page }) => {
  await login(page, admin);
  await openFromMenu(page, ['系统管理', '运行维护'], '定时任务');
  const row = page.getByRole('row', { name: /清理后台任务和消息/ });
  await expect(row).toContainText('每天 03:40');
  await expect(row).toContainText(/今天|明天/);

  const act = async (name: string) => {
    await row.getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('暂停');
  await expect(row).toContainText('已暂停');
  await act('立即执行');
  await row.getByRole('link', { name: '执行日志' }).click();
  const log = page.getByRole('dialog', { name: '清理后台任务和消息的执行日志' });
  await expect(log.getByRole('listitem').filter({ hasText: '手动' }).first()).toContainText(
    /成功.*删除 \d+ 个任务/,
  );
  await page.keyboard.press('Escape');
  await expect(log).toBeHidden();

  await row.getByRole('link', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: '编辑任务「清理后台任务和消息」' });
  await form.getByLabel('cron 表达式').fill('0 0 3 ? * 2');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form.getByText('周请写作 MON 到 SUN')).toBeVisible();
  await form.getByLabel('cron 表达式').fill('0 0 3 ? * MON');
  await expect(form.getByText('每周一 03:00')).toBeVisible();
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(row).toContainText('每周一 03:00');
  await act('恢复');
  await expect(row).toContainText('运行中');
});

test('a large import goes on behind the page and ends in the messages', async ({ page }) => {
  const count = 2500;
  const headers = ['用户名', '昵称', '性别', '手机号码', '邮箱', '部门', '角色', '岗位', '启用'];
  const rows = Array.from({ length: count }, (_, index) => [
    `story${index}`,
    `批量${index}`,
    '女',
    `159${String(index).padStart(8, '0')}`,
    `story${index}@example.com`,
    '评审办公室',
    '普通用户',
    '',
    '是',
  ]);

  await login(page, admin, '/system/user');
  await page.getByRole('button', { name: '导入' }).click();
  const dialog = page.getByRole('dialog', { name: '导入用户' });
  await dialog.getByLabel('选择表格文件').setInputFiles(await sheetFile('用户', [headers, ...rows]));
  await expect(dialog.getByText(`共 ${count} 条，没有错误，可以提交`)).toBeVisible();

  // What was checked is found again by a page that knows nothing of it.
  await page.reload();
  await expect(dialog.getByText(`共 ${count} 条，没有错误，可以提交`)).toBeVisible();
  await dialog.getByRole('button', { name: `提交 ${count} 条` }).click();
  await expect(dialog.getByText(`已导入 ${count} 个用户`)).toBeVisible();
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click();
  await expect(dialog).toBeHidden();

  const bell = page.getByRole('button', { name: /^通知，\d+ 条未读$/ });
  await bell.focus();
  await page.keyboard.press('Enter');
  const messages = page.getByRole('region', { name: '通知' });
  const done = messages.getByRole('listitem').filter({ hasText: `已导入 ${count} 个用户` });
  await expect(done).toContainText('未读');
  await page.keyboard.press('Escape');
  await expect(messages).toBeHidden();
  await expect(page.getByRole('button', { name: '通知', exact: true })).toBeFocused();

  await page.reload();
  await page.getByRole('button', { name: '通知', exact: true }).click();
  await expect(done).toBeVisible();
  await expect(done).not.toContainText('未读');
  await done.getByRole('link').click();
  await page.getByRole('searchbox', { name: '用户名、昵称或邮箱' }).fill('story2499');
  await expect(page.getByRole('row', { name: /story2499/ })).toBeVisible();
});
