import type { Page } from '@playwright/test';
import { admin, school } from './support/accounts.ts';
import { login, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const rows = 'tbody tr.ant-table-row';
/** Another story adds a subject for a while. */
const allSubjects = (page: Page) => page.getByRole('main').getByText(/^共 18\d\d 条$/);
const total = (page: Page, count: number) => page.getByRole('main').getByText(`共 ${count} 条`);

test('a subject is found by name, code and pinyin, and the address is the search', async ({ page }) => {
  await login(page, admin, '/pool/subject');
  const search = page.getByRole('searchbox', { name: '名称、代码或拼音' });
  for (const wanted of ['软件工程', '080902', 'ruanjiangongcheng', 'rjgc']) {
    await search.fill(wanted);
    await expect(page.getByRole('link', { name: '软件工程', exact: true }).first()).toBeVisible();
    await expect(page).toHaveURL((url) => url.searchParams.get('blurry') === wanted);
  }
  await search.fill('没有这个学科');
  await expect(page.getByText('没有符合条件的数据')).toBeVisible();
  await page.getByRole('button', { name: '清空条件' }).click();
  await expect(search).toHaveValue('');
  await expect(allSubjects(page)).toBeVisible();
});

test('the tree narrows the table, and Back widens it again', async ({ page }) => {
  await login(page, admin, '/pool/subject');
  await page.getByRole('searchbox', { name: '搜索学科分类' }).fill('计算机类');
  await page
    .getByRole('treeitem', { name: /^计算机类/ })
    .first()
    .click();
  await expect(page).toHaveURL(web('/pool/subject?catalog=undergraduate&professionalCategoryCode=0809'));
  await expect(total(page, 19)).toBeVisible();

  await page.getByRole('link', { name: '网络工程', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('本科专业目录 - 工学 - 计算机类 - 网络工程');
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goBack();
  await expect(allSubjects(page)).toBeVisible();
});

test('filters, order, page and the open school are one address', async ({ page, context }) => {
  await login(page, admin, '/pool/school');
  await page.getByRole('combobox', { name: '省份' }).click();
  await page.getByTitle('江苏省').last().click();
  await expect(total(page, 175)).toBeVisible();
  await page.getByRole('columnheader', { name: '标识码' }).click();
  await page.getByRole('listitem', { name: '2' }).click();
  await page.locator(rows).nth(2).getByRole('link').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('江苏省');
  const name = await dialog.locator('dd').first().textContent();

  const colleague = await context.newPage();
  await colleague.goto(page.url());
  await expect(colleague.getByRole('dialog')).toContainText(name!);
  await colleague.keyboard.press('Escape');
  await expect(colleague.getByRole('dialog')).toBeHidden();
  await expect(total(colleague, 175)).toBeVisible();

  // A short address names the school alone; it need not stand on the page of the list behind it.
  const id = new URL(page.url()).searchParams.get('view');
  await colleague.goto(web(`/pool/school?view=${id}`));
  await expect(colleague.getByRole('dialog')).toContainText(name!);
  await colleague.goto(web('/pool/school?view=1'));
  await expect(colleague.getByRole('dialog')).toContainText('没有找到这条学校');
  await colleague.close();
});

test('a search that is used often is saved as a view', async ({ page }) => {
  await login(page, admin, '/pool/school');
  await page.getByRole('combobox', { name: '省份' }).click();
  await page.getByTitle('江苏省').last().click();
  await expect(total(page, 175)).toBeVisible();
  const views = page.getByRole('button', { name: '我的视图' });
  await views.click();
  await page.getByRole('button', { name: '保存为视图' }).click();
  await expect(page.getByText('请输入视图名称')).toBeVisible();
  await page.getByLabel('保存当前条件').fill('江苏高校');
  await page.getByRole('button', { name: '保存为视图' }).click();
  await expect(page.getByRole('link', { name: '江苏高校' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(web('/pool/school'));
  await expect(total(page, 175)).toBeHidden();
  await views.click();
  await page.getByRole('link', { name: '江苏高校' }).click();
  await expect(total(page, 175)).toBeVisible();

  await views.click();
  await page.getByRole('button', { name: '重命名视图「江苏高校」' }).click();
  await page.getByLabel('新名称').fill('江苏');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: '江苏', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(web('/pool/school'));
  await views.click();
  await page.getByRole('link', { name: '江苏', exact: true }).click();
  await expect(total(page, 175)).toBeVisible();
  await views.click();
  await page.getByRole('button', { name: '删除视图「江苏」' }).click();
  await expect(page.getByText('还没有保存的视图')).toBeVisible();
});

test('a unit that is searched for says where it belongs', async ({ page }) => {
  await login(page, admin, '/pool/school?blurry=数学科学学院');
  await expect(page.getByRole('row', { name: /数学科学学院/ })).toContainText('高等学校 › 北京大学');
});

test('hidden columns stay hidden until the default is restored', async ({ page }) => {
  await login(page, admin, '/pool/school');
  const column = page.getByRole('columnheader', { name: '省份' });
  await page.getByRole('button', { name: '显示的列' }).click();
  await page.getByRole('checkbox', { name: '省份' }).uncheck();
  await expect(column).toBeHidden();
  await page.reload();
  await expect(page.getByRole('columnheader', { name: '学校名称' })).toBeVisible();
  await expect(column).toBeHidden();
  await page.getByRole('button', { name: '显示的列' }).click();
  await page.getByRole('button', { name: '恢复默认' }).click();
  await expect(column).toBeVisible();
});

test('a title officer sees the own school only', async ({ page }) => {
  await login(page, school, '/pool/school');
  await expect(page.getByRole('link', { name: '北京大学', exact: true })).toBeVisible();
  await expect(total(page, 4)).toBeVisible();
});

test('on a phone a list is cards, and its filters are a sheet that counts', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await login(page, admin, '/pool/school');
  await expect(page.getByRole('list', { name: '学校列表' }).getByRole('listitem')).toHaveCount(20);
  await page.getByRole('button', { name: '筛选' }).click();
  await page.getByRole('combobox', { name: '办学层次' }).click();
  await page.getByTitle('本科').click();
  await page.getByRole('button', { name: '显示 1412 条' }).click();
  await expect(page).toHaveURL(web('/pool/school?level=%E6%9C%AC%E7%A7%91'));
});
