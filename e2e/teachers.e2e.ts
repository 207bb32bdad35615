import { checkCharacter } from '../shared/rules/person/id-number.ts';
import { school } from './support/accounts.ts';
import { sheetFile } from './support/sheet.ts';
import { login, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const headers = [
  '姓名',
  '身份证号码',
  '性别',
  '类别',
  '学校',
  '职称系列',
  '职称层级',
  '职称名称',
  '学科',
  '手机号码',
  '邮箱',
  '入职日期',
  '备注',
];
const idCard = (number: string) => number + checkCharacter(number);
const first = [
  '端木教书',
  idCard('11010819850101301'),
  '',
  '专任教师',
  '北京大学',
  '高等学校教师',
  '中级',
  '讲师',
  '研究生学科专业目录 - 工学 - 计算机科学与技术',
  '13700000101',
  '',
  '2012-09-01',
  '',
];
const second = first
  .with(0, '端木实验')
  .with(1, idCard('11010819860101302'))
  .with(3, '实验技术')
  .with(9, '')
  .with(8, '');

test('a school officer imports teachers and sees only those of the own school', async ({ page }) => {
  await login(page, school, '/pool/teacher');
  await page.getByRole('button', { name: '导入' }).click();
  const dialog = page.getByRole('dialog', { name: '导入教师' });
  const file = dialog.getByLabel('选择表格文件');
  await file.setInputFiles(await sheetFile('教师', [headers, first, second.with(4, '南开大学')]));
  await expect(dialog.getByText('共 2 条，1 条有错误，请修改后重新选择')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /南开大学/ })).toContainText('学校不存在');
  await expect(dialog.getByRole('button', { name: '只导入无误的 1 条' })).toBeEnabled();
  await file.setInputFiles(await sheetFile('教师', [headers, first, second]));
  await dialog.getByRole('button', { name: '提交 2 条' }).click();
  await expect(dialog).toBeHidden();

  const search = page.getByRole('searchbox', { name: '姓名、拼音、手机或工号' });
  await search.fill('dmjs');
  await expect(page.getByRole('row', { name: /端木教书/ })).toContainText('计算机科学与技术');
  await search.fill('端木');
  await expect(page.getByRole('main').getByText('共 2 条')).toBeVisible();
  await page.getByRole('link', { name: '端木教书', exact: true }).click();
  const detail = page.getByRole('dialog', { name: '端木教书' });
  await expect(detail).toContainText('1101**********301');
  await expect(detail.getByRole('button', { name: '显示完整号码' })).toBeHidden();
  await page.keyboard.press('Escape');

  // A new teacher begins at the own school, which is the only one to choose.
  await page.getByRole('button', { name: '新增教师' }).click();
  const form = page.getByRole('dialog', { name: '新增教师' });
  await expect(form.getByText('北京大学', { exact: true })).toBeVisible();
  await form.getByLabel('姓名').fill('端木新来');
  await form.getByLabel('身份证号码').fill('110108198501013010');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form.getByText('身份证号码的校验位有误').first()).toBeVisible();
  await form.getByLabel('身份证号码').fill(first[1]!);
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form.getByText('该校已登记这个身份证号码的教师').first()).toBeVisible();
  await form.getByLabel('身份证号码').fill(idCard('11010819870101303'));
  await form.getByRole('combobox', { name: '学科专业' }).fill('rjgc');
  await page.getByText('本科专业目录 - 工学 - 计算机类 - 软件工程', { exact: true }).click();
  await page.keyboard.press('Control+s');
  await expect(form).toBeHidden();
  await expect(page.getByRole('row', { name: /端木新来/ })).toContainText('软件工程');

  await page.goto(web('/pool/teacher'));
  const places = page.getByRole('row').getByText('大学');
  await expect(places.first()).toBeVisible();
  expect(new Set(await places.allTextContents())).toEqual(new Set(['北京大学']));
});
