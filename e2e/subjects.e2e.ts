import { readSubjects } from '../server/src/facts/read-facts.ts';
import { office } from './support/accounts.ts';
import { sheetFile } from './support/sheet.ts';
import { login, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const headers = ['门类代码', '门类', '专业类代码', '专业类', '专业代码', '专业'];

test('the office edits a subject and imports a new edition after a preview', async ({ page }) => {
  await login(page, office, '/pool/subject?catalog=undergraduate&professionalCategoryCode=0808');
  await page.getByRole('button', { name: '新增学科' }).click();
  const form = page.getByRole('dialog', { name: '新增学科' });
  // The place in the tree is filled in already.
  await expect(form.getByLabel('专业类名称')).toHaveValue('自动化类');
  await form.getByLabel('专业代码').fill('081099');
  await form.getByLabel('专业名称').fill('故事学');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form.getByText('专业代码应以专业类代码 0808 开头').first()).toBeVisible();
  await form.getByLabel('专业代码').fill('080899T');
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  const row = page.getByRole('row', { name: /故事学/ });
  await expect(row).toContainText('080899T');

  // Its name is changed with F2, and the subject goes with Delete.
  await row.getByRole('link', { name: '故事学', exact: true }).focus();
  await page.keyboard.press('F2');
  const edit = page.getByRole('dialog', { name: '编辑学科「故事学」' });
  await edit.getByLabel('专业名称').fill('叙事学');
  await page.keyboard.press('Control+s');
  await expect(edit).toBeHidden();
  await page
    .getByRole('row', { name: /叙事学/ })
    .getByRole('link', { name: '叙事学', exact: true })
    .focus();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('row', { name: /叙事学/ })).toBeHidden();

  // A new edition: nothing changes before the last button.
  const edition = readSubjects()
    .filter(({ catalog }) => catalog === 'vocational')
    .map((subject) => [
      subject.subjectCategoryCode,
      subject.subjectCategory,
      subject.professionalCategoryCode,
      subject.professionalCategory,
      subject.professionalClassCode ?? '',
      subject.professionalClass ?? '',
    ]);
  const [first, ...others] = edition as [string[], ...string[][]];
  await page.goto(web('/pool/subject?catalog=vocational&import=open'));
  const dialog = page.getByRole('dialog', { name: '导入新版学科目录' });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载模板' }).click();
  expect((await download).suggestedFilename()).toBe('学科目录导入模板.xlsx');
  const file = dialog.getByLabel('选择目录文件');
  await file.setInputFiles(await sheetFile('目录', [headers, first, first.with(4, '420101')]));
  await expect(dialog.getByText('专业代码应以专业类代码 4101 开头')).toBeVisible();
  await expect(dialog.getByRole('button', { name: '更新目录' })).toBeDisabled();

  await file.setInputFiles(await sheetFile('目录', [headers, first]));
  await expect(dialog.getByText('新增 0，改名 0，重新启用 0，停用 810，未变 1')).toBeVisible();
  await expect(dialog.getByRole('region', { name: '受影响的人员' })).toContainText('位');

  await file.setInputFiles(await sheetFile('目录', [headers, first.with(5, '种业经营'), ...others]));
  await expect(dialog.getByText('新增 0，改名 1，重新启用 0，停用 0，未变 810')).toBeVisible();
  await dialog.getByText('改名 1', { exact: true }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: '种业经营' })).toContainText('种子生产与经营');
  await dialog.getByRole('button', { name: '更新目录' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox', { name: '名称、代码或拼音' }).fill('zyjy');
  await expect(page.getByRole('link', { name: '种业经营', exact: true })).toBeVisible();
});
