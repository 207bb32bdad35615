import { DEMO_PASSWORD } from '../server/src/demo-password.ts';
import { admin, school } from './support/accounts.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { changeFirstPassword } from './support/first-login.ts';
import type { Cells } from '../server/test/project-workbook.ts';
import { applicationBook, archive, idCard, pdf, teacherSheet } from './support/import-files.ts';
import { login, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const PHONE = '13700000771';
const NAME = '宇文申报';
const NO = 'E2E-771';

const teacher = {
  name: NAME,
  staffNo: NO,
  idCard: idCard('11010819850101771'),
  type: '专任教师',
  schoolId: '北京大学',
  titleSeries: '高等学校教师',
  titleLevel: '中级',
  titleName: '讲师',
  phone: PHONE,
} satisfies Cells;

const row = {
  who: NO,
  name: NAME,
  'target.titleSeries': '高等学校教师',
  'target.titleLevel': '副高级',
  'target.titleName': '副教授',
  'target.kind': '正常晋升',
  'target.postType': '教学科研型',
  'target.subjects.0': '研究生学科专业目录 - 工学 - 计算机科学与技术',
  'basic.department': '信息科学技术学院',
  'basic.workStart': '2012-07',
} satisfies Cells;
const paper = { who: NO, title: '面向评审的导入方法', venue: '某学报', year: '2024', rank: '1' };
const workbook = (person: Cells) => applicationBook([person], { 'research.papers': [paper] });

test('a title officer fills in applications from a workbook and an archive, and the applicant finds who did', async ({
  page,
  browser,
}) => {
  await login(page, school, '/pool/teacher');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const teachers = page.getByRole('dialog', { name: '导入教师' });
  await teachers.getByLabel('选择表格文件').setInputFiles(await teacherSheet([teacher]));
  const imported = teachers.getByRole('button', { name: '提交 1 条' });
  const known = teachers.getByText('1 条有错误');
  await expect(imported.or(known)).toBeVisible();
  // An earlier attempt may have imported the expert.
  const isFirst = await imported.isVisible();
  await (isFirst ? imported : teachers.getByRole('button', { name: '取消' })).click();
  await expect(teachers).toBeHidden();
  if (isFirst) {
    await page.getByRole('searchbox', { name: '姓名、拼音、手机或工号' }).fill(NAME);
    await page
      .getByRole('row', { name: new RegExp(NAME) })
      .getByRole('checkbox')
      .check();
    await page.getByRole('button', { name: '开通申报账号' }).click();
    await expect(page.getByText('已为 1 位教师开通申报账号').first()).toBeVisible();
  }

  await page.goto(web('/review/project'));
  await page.getByRole('button', { name: '导入申报' }).click();
  const dialog = page.getByRole('dialog', { name: '导入申报' });
  const file = dialog.getByLabel('选择表格文件');
  await file.setInputFiles(await workbook({ ...row, name: '宇文不符', 'target.titleLevel': '院士' }));
  await expect(dialog.getByText('共 1 条，1 条有错误，请修改后重新选择')).toBeVisible();
  await expect(dialog.getByRole('region', { name: '错误明细' })).toContainText('申报层级');
  await expectNoAxeFindings(page);
  await file.setInputFiles(await workbook(row));
  await dialog.getByRole('button', { name: '提交 1 条' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox', { name: '姓名、拼音或编号' }).fill(NAME);
  await expect(page.getByRole('row', { name: new RegExp(NAME) })).toContainText('填写中');

  await page.getByRole('button', { name: '导入材料' }).click();
  const materials = page.getByRole('dialog', { name: '导入材料' });
  const content = await pdf(`全文 ${Date.now()}`);
  await materials.getByLabel('选择压缩包文件').setInputFiles(
    archive({
      [`${NO}_${NAME}_代表作全文_1_面向评审的导入方法.pdf`]: content,
      [`${NO}_${NAME}_学历学位证书_1_博士学位证书.pdf`]: await pdf(`证书 ${Date.now()}`),
      [`${NO}_别的人_其他材料_1_某.pdf`]: content,
      '没有规矩的名字.pdf': content,
      '扫描的证明.pdf': await pdf(`证明 ${Date.now()}`),
    }),
  );
  await expect(materials.getByText('共 5 个文件，2 个可以导入')).toBeVisible();
  const found = materials.getByRole('region', { name: '文件明细' });
  await expect(found.getByRole('row', { name: /别的人/ })).toContainText('姓名与登记的不一致');
  await expect(found.getByRole('row', { name: /导入方法/ })).toContainText('代表作全文：面向评审的导入方法');
  await expectNoAxeFindings(page);
  await materials.getByRole('button', { name: '不能导入 3' }).click();
  await expect(found.getByRole('row')).toHaveCount(4);
  const place = page.getByRole('dialog', { name: '指定材料去向' });
  const assign = async (file: string) => {
    await found.getByRole('button', { name: `指定去向：${file}` }).click();
    await place.getByRole('combobox', { name: '申报人' }).fill(NAME);
    await place.getByTitle(`${NAME} ${NO}`).last().click();
    await place.getByRole('combobox', { name: '材料类型' }).click();
    await place.getByTitle('其他材料').last().click();
    await place.getByRole('button', { name: '确定' }).click();
  };
  await assign('没有规矩的名字.pdf');
  await expect(place.getByText('这份申报已有内容相同的文件').first()).toBeVisible();
  await expectNoAxeFindings(page);
  await place.getByRole('button', { name: '取消' }).click();
  await assign('扫描的证明.pdf');
  await expect(place).toBeHidden();
  await materials.getByRole('button', { name: '导入 3 个文件' }).click();
  await expect(materials.getByText('已导入 3 个文件')).toBeVisible();
  // Found again after a reload.
  await page.reload();
  await expect(materials.getByText('已导入 3 个文件')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(materials.getByText('已导入 3 个文件')).toBeVisible();
  const choice = materials.getByRole('combobox', { name: '批次' });
  expect((await choice.boundingBox())!.width).toBeLessThan(360);

  const own = await browser.newPage({ locale: 'zh-CN' });
  const newPassword = 'Chosen-by-me-2026';
  if (isFirst) {
    const clerk = await browser.newPage({ locale: 'zh-CN' });
    await login(clerk, admin);
    const account = { username: PHONE, password: DEMO_PASSWORD };
    await changeFirstPassword(own, clerk, { account, newPassword, phone: PHONE });
    await clerk.close();
    await expect(own.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  } else await login(own, { username: PHONE, password: newPassword });
  await own.goto(web('/apply/project'));
  await own.getByRole('list', { name: '我的申报' }).getByRole('link').first().click();
  await expect(
    own.getByText(/^单位（陈思齐（school））于 .* 导入了部分内容，请逐项核对、补充后自行提交$/),
  ).toBeVisible();
  await expect(own.getByLabel('院系或部门')).toHaveValue('信息科学技术学院');
  await expectNoAxeFindings(own);
});
