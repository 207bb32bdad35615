import { expect, type Page } from '@playwright/test';
import { school } from '../accounts.ts';
import type { Cells } from '../../../server/test/project-workbook.ts';
import { applicationBook, archive, teacherSheet } from '../import-files.ts';
import { login, web } from '../sign-in.ts';
import type { Cycle } from './cycle.ts';
import { applicants, filesOf, listsOf, rowOf, teacherOf } from './people.ts';
import type { World } from './world.ts';

const COUNT = applicants.length;

const openAccounts = async (page: Page) => {
  await login(page, school, '/pool/teacher');
  await page.getByRole('button', { name: '导入', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '导入教师' });
  await dialog.getByLabel('选择表格文件').setInputFiles(await teacherSheet(applicants.map(teacherOf)));
  await dialog.getByRole('button', { name: `提交 ${COUNT} 条` }).click();
  await expect(dialog).toBeHidden();
  await page.goto(web(`/pool/teacher?blurry=${encodeURIComponent('申屠')}&size=50`));
  await expect(page.getByText(`共 ${COUNT} 条`, { exact: true }).first()).toBeVisible();
  await page.getByRole('columnheader').getByRole('checkbox').check();
  await page.getByRole('button', { name: '开通申报账号' }).click();
  await expect(page.getByText(`已为 ${COUNT} 位教师开通申报账号`).first()).toBeVisible();
};

/** All entries of one list, of all applicants. */
const entries = (path: keyof ReturnType<typeof listsOf>): Cells[] =>
  applicants.map((person) => listsOf(person)[path]);

/** Accounts for thirty teachers, thirty projects in one workbook, and sixty files in one ZIP. */
export const bringApplications = async (world: World, cycle: Cycle) => {
  const page = await world.newPage();
  await openAccounts(page);
  await page.goto(web(`/review/project?cycleId=${cycle.id}`));
  await page.getByRole('button', { name: '导入申报' }).click();
  const sheet = page.getByRole('dialog', { name: '导入申报' });
  await expect(sheet).toContainText(cycle.name);
  const people = applicants.map((person, index) => rowOf(person, index === 2));
  await sheet.getByLabel('选择表格文件').setInputFiles(
    await applicationBook(people, {
      'education.degrees': entries('education.degrees'),
      'employment.posts': entries('employment.posts'),
      'assessment.years': entries('assessment.years'),
      'teaching.courses': entries('teaching.courses'),
      'research.papers': entries('research.papers'),
    }),
  );
  await sheet.getByRole('button', { name: `提交 ${COUNT} 条` }).click();
  await expect(sheet).toBeHidden();

  await page.getByRole('button', { name: '导入材料' }).click();
  const materials = page.getByRole('dialog', { name: '导入材料' });
  await expect(materials).toContainText(cycle.name);
  const files = Object.assign({}, ...(await Promise.all(applicants.map(filesOf))));
  await materials.getByLabel('选择压缩包文件').setInputFiles(archive(files));
  const count = COUNT * 2;
  await expect(materials.getByText(`共 ${count} 个文件，${count} 个可以导入`)).toBeVisible();
  await materials.getByRole('button', { name: `导入 ${count} 个文件` }).click();
  // Behind what other stories have in hand: one worker does it all.
  await expect(materials.getByText(`已导入 ${count} 个文件`)).toBeVisible();
  await page.context().close();
};
