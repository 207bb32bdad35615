import { admin } from './support/accounts.ts';
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
