import { admin, office } from './support/accounts.ts';
import { idCard, teacherSheet } from './support/import-files.ts';
import { sheetFile } from './support/sheet.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

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

  // A page that was opened anew finds the result of the check.
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

test('more teachers than one waits for are imported and exported behind the page', async ({ page }) => {
  const count = 5001;
  const teachers = Array.from({ length: count }, (_, index) => ({
    name: '百里大批',
    idCard: idCard(
      `110108${1950 + Math.floor(index / 900)}0203${String(1 + (index % 900)).padStart(3, '0')}`,
    ),
    type: '专任教师',
    schoolId: '清华大学',
    titleSeries: '高等学校教师',
    titleLevel: '中级',
    titleName: '讲师',
    subject: '研究生学科专业目录 - 工学 - 计算机科学与技术',
    entryDate: '2012-09-01',
  }));
  await login(page, office, '/pool/teacher');
  await page.getByRole('button', { name: '导入' }).click();
  const dialog = page.getByRole('dialog', { name: '导入教师' });
  await dialog.getByLabel('选择表格文件').setInputFiles(await teacherSheet(teachers));
  await dialog.getByRole('button', { name: `提交 ${count} 条` }).click();
  await expect(dialog.getByText(`已导入 ${count} 个教师`)).toBeVisible();
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click();

  await page.getByRole('searchbox', { name: '姓名、拼音、手机或工号' }).fill('百里大批');
  await expect(page.getByRole('main').getByText(`共 ${count} 条`)).toBeVisible();
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await expect(page.getByText('数据较多，正在后台导出，完成后会通知您').first()).toBeVisible();
  const ready = `导出教师完成，共 ${count} 条，一天内可以下载`;
  await expect(page.getByText(ready).first()).toBeVisible();
  // A note that is pointed at stays, and must not lie over the bell.
  await page.getByRole('status').filter({ hasText: ready }).hover();
  await page.getByRole('button', { name: /^通知/ }).click();
  const message = page.getByRole('region', { name: '通知' }).getByRole('listitem').filter({ hasText: ready });
  const download = page.waitForEvent('download');
  await message.getByRole('button', { name: /^下载/ }).press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^教师-\d{4}-\d\d-\d\d\.xlsx$/);
});
