import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../server/src/demo-password.ts';
import { columns } from '../server/src/modules/expert/import/import-columns.ts';
import { checkCharacter } from '@zhiping/shared/rules/person/id-number.ts';
import { maskIdCard } from '@zhiping/shared/rules/person/mask.ts';
import { admin, office } from './support/accounts.ts';
import { changeFirstPassword } from './support/first-login.ts';
import { OWN_SCHOOL, seesOnlyOwnSchool } from './support/own-school.ts';
import { sheetFile } from './support/sheet.ts';
import { login, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const numbered = (number: number) => {
  const first17 = `33010619700101${String(number).padStart(3, '0')}`;
  return first17 + checkCharacter(first17);
};

type Cells = Partial<Record<(typeof columns)[keyof typeof columns], string>>;
const expert = (number: number, change: Cells = {}): Cells => ({
  姓名: `司空${['一', '二', '三', '四', '五', '六'][number % 6]}${number}`,
  身份证号码: numbered(number),
  手机号码: `186${String(number).padStart(8, '0')}`,
  邮箱: `sikong${number}@example.org`,
  单位: '浙江大学',
  职称系列: '高等学校教师',
  职称层级: '正高级',
  职称名称: '教授',
  学科一: '研究生学科专业目录 - 工学 - 计算机科学与技术',
  ...change,
});
const sheet = (rows: Cells[]) => {
  const headers = Object.values(columns);
  return sheetFile('专家', [headers, ...rows.map((row) => headers.map((header) => row[header] ?? ''))]);
};

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const search = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: '姓名、拼音或手机' }).fill(text);

test('the office imports 200 experts with a few mistakes, mends them, one confirms on a phone, and another school sees none of it', async ({
  page,
  browser,
}) => {
  const good = Array.from({ length: 200 }, (_, index) => expert(index + 1));
  const wrong = good
    .with(3, expert(4, { 身份证号码: '330106197001010041' }))
    .with(7, expert(8, { 单位: '浙江大学堂' }))
    .with(9, expert(10, { 学科一: '计算机科学与技数' }));

  await login(page, office, '/pool/expert');
  await page.getByRole('button', { name: '导入' }).click();
  const upload = dialog(page, '导入专家');
  await upload.getByLabel('选择表格文件').setInputFiles(await sheet(wrong));
  await expect(upload.getByText('共 200 条，3 条有错误')).toBeVisible();
  const mistakes = upload.getByRole('table');
  await expect(mistakes.getByRole('row').nth(1)).toContainText(
    '5身份证号码3301**********0041身份证号码的校验位有误',
  );
  await expect(mistakes.getByRole('row').nth(2)).toContainText(
    '9单位浙江大学堂单位不存在，相近的有：「浙江大学」',
  );
  await expect(mistakes.getByRole('row').nth(3)).toContainText('11学科一');
  await expect(upload.getByRole('button', { name: '只导入无误的 197 条' })).toBeEnabled();

  await upload.getByLabel('选择表格文件').setInputFiles(await sheet(good));
  await upload.getByRole('button', { name: '提交 200 条' }).click();
  await expect(upload).toBeHidden();
  await search(page, 'sk');
  await expect(page.getByText(/共 200 条/).first()).toBeVisible();

  const clerk = await browser.newPage({ locale: 'zh-CN' });
  await login(clerk, admin);
  const phone = await browser.newPage({ locale: 'zh-CN', viewport: { width: 390, height: 844 } });
  await changeFirstPassword(phone, clerk, {
    account: { username: '18600000012', password: DEMO_PASSWORD },
    newPassword: 'My-own-choice-2026',
    phone: '18600000012',
  });
  await clerk.close();
  await expect(phone).toHaveURL(web('/check/expert/confirmation'));
  for (const name of ['基本信息', '所属单位', '学科专业', '联系方式'])
    await phone.getByRole('region', { name, exact: true }).getByRole('button', { name: '核对无误' }).click();
  await phone.getByRole('button', { name: '确认并进入系统' }).click();
  await expect(phone).toHaveURL(web('/dashboard'));
  await phone.close();

  await search(page, '18600000012');
  await expect(page.getByText(/共 1 条/).first()).toBeVisible();
  await page.getByRole('link', { name: '司空一12', exact: true }).click();
  const detail = dialog(page, '司空一12');
  await expect(detail.getByText('可以抽取')).toBeVisible();
  await expect(detail.getByText(/已确认，任期至 \d{4}-/)).toBeVisible();
  await expect(detail.getByText(maskIdCard(numbered(12)))).toBeVisible();
  await detail.getByRole('button', { name: '显示完整号码' }).click();
  await expect(detail.getByText(numbered(12))).toBeVisible();
  const address = page.url();

  await page.goto(web('/pool/teacher'));
  const elsewhere = page.getByRole('row').filter({ has: page.getByRole('link'), hasNotText: OWN_SCHOOL });
  const teacher = (await elsewhere.first().getByRole('link').first().textContent())!;

  const officer = await browser.newPage({ locale: 'zh-CN' });
  await seesOnlyOwnSchool(officer, { address, surname: 'sk', idCard: numbered(901), teacher });
  await officer.close();
});
