import type { Page } from '@playwright/test';
import { admin, expert, expertAtTheGate, helpPhone } from './support/accounts.ts';
import { changeFirstPassword } from './support/first-login.ts';
import { login, loginElsewhere, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const confirmGroup = (page: Page, name: string) =>
  group(page, name).getByRole('button', { name: '核对无误' }).click();
const saved = (page: Page) => expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible();

test('an expert corrects and confirms the profile on a phone before entering', async ({ page, another }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  let heard = '';
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (heard += String(payload))));
  const clerk = await another();
  await login(clerk, admin);
  await changeFirstPassword(page, clerk, { account: expertAtTheGate, newPassword: 'Chosen-by-me-2026' });
  await clerk.close();

  await expect(page).toHaveURL(web('/check/expert/confirmation'));
  await expect(page.getByRole('link', { name: helpPhone })).toBeVisible();
  await page.goto(web('/pool/school'));
  await expect(page).toHaveURL(web('/check/expert/confirmation'));

  await page.getByRole('button', { name: '确认并进入系统' }).click();
  await expect(page.getByRole('heading', { name: '基本信息' })).toBeFocused();
  // Said twice: on screen and to screen readers.
  await expect(page.getByText(/^请先核对基本信息、所属单位/).first()).toBeVisible();
  await confirmGroup(page, '基本信息');
  await expect(page.getByRole('heading', { name: '所属单位' })).toBeFocused();

  const unit = group(page, '所属单位');
  await unit.getByRole('button', { name: '修改所属单位' }).click();
  await unit.getByRole('combobox', { name: '学校' }).fill('bjdx');
  await page.getByText('北京大学', { exact: true }).click();
  await unit.getByLabel('院系部门').fill('中国语言文学系');
  await unit.getByRole('button', { name: '完成修改' }).click();
  await expect(unit).toContainText('北京大学');
  await saved(page);

  await page.reload();
  await expect(unit).toContainText('中国语言文学系');
  await expect(unit).toContainText('已核对');

  const subjects = group(page, '学科专业');
  await subjects.getByRole('button', { name: '修改学科专业' }).click();
  for (const remove of (await subjects.getByRole('button', { name: /^移除/ }).all()).toReversed()) {
    await remove.click();
  }
  await subjects.getByRole('button', { name: '完成修改' }).click();
  await expect(subjects).toContainText('请至少选择一个学科');
  await subjects.getByRole('combobox', { name: '添加第 1 个学科' }).fill('zgyywx');
  await page.getByText('研究生学科专业目录 - 文学 - 中国语言文学', { exact: true }).click();
  const keywords = subjects.getByRole('combobox', { name: '中国语言文学 的关键词' });
  await keywords.fill('古代文学、文献学');
  await keywords.press('Enter');
  await subjects.getByRole('button', { name: '完成修改' }).click();
  await expect(subjects).toContainText('研究生学科专业目录 › 文学');

  await confirmGroup(page, '联系方式');
  await page.getByRole('button', { name: '确认并进入系统' }).click();
  await expect(page).toHaveURL(web('/dashboard'));
  await expect(page.getByRole('region', { name: '我的专家档案' })).toBeVisible();

  // A change of permissions by an own action is not announced.
  await expect.poll(() => heard).toContain('accessChanged');
  await page.getByRole('button', { name: /^通知/ }).click();
  await expect(page.getByRole('region', { name: '通知', exact: true })).toContainText('专家信息已确认');
  await expect(page.getByText('您的权限或菜单已变更')).toHaveCount(0);
});

test('a change made elsewhere meanwhile is not overwritten: both versions are shown', async ({
  page,
  another,
}) => {
  await login(page, expert, '/check/expert/confirmation');
  const elsewhere = await another();
  await loginElsewhere(elsewhere, expert, '/check/expert/confirmation');

  const changeDepartment = async (where: Page, department: string) => {
    for (const name of ['基本信息', '学科专业', '联系方式']) await confirmGroup(where, name);
    const unit = group(where, '所属单位');
    await unit.getByRole('button', { name: '修改所属单位' }).click();
    await unit.getByLabel('院系部门').fill(department);
    await unit.getByRole('button', { name: '完成修改' }).click();
    await where.getByRole('button', { name: '提交变更' }).click();
  };

  await changeDepartment(elsewhere, '数学科学学院');
  await expect(elsewhere).toHaveURL(web('/dashboard'));
  await elsewhere.close();

  await changeDepartment(page, '物理学院');
  await expect(page.getByRole('heading', { name: '内容有两个版本' })).toBeFocused();
  await expect(page.getByRole('radio', { name: /物理学院/ })).toBeChecked();
  await page.getByRole('radio', { name: /数学科学学院/ }).check();
  await page.getByRole('button', { name: '采用所选内容' }).click();
  await expect(group(page, '所属单位')).toContainText('数学科学学院');
  await expect(group(page, '所属单位')).toContainText('待核对');
});
