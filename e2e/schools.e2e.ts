import { office, school as officer } from './support/accounts.ts';
import { login, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('the office adds a school and a unit, and merges them into another', async ({ page }) => {
  await login(page, office, '/pool/school?pid=12350089');
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const add = async (name: string, code = '') => {
    await page.getByRole('button', { name: '新增学校' }).click();
    const form = dialog('新增学校');
    await form.getByLabel('学校名称').fill(name);
    await form.getByLabel('学校标识码').fill(code);
    await form.getByLabel('学校名称').press('Enter');
    return form;
  };
  await expect(await add('旧名研究院', '8800000001')).toBeHidden();
  const twin = await add('旧名研究院');
  await expect(twin.getByText('同一上级下已有同名单位')).toBeVisible();
  await twin.getByLabel('学校名称').fill('新名研究院');
  await twin.getByRole('button', { name: '保存', exact: true }).click();
  await expect(twin).toBeHidden();

  const row = page.getByRole('row', { name: /旧名研究院/ });
  await row.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '合并到…' }).click();
  const merging = dialog('合并「旧名研究院」到另一所学校');
  await expect(merging).toContainText('0 个下属单位、0 个用户、0 位专家');
  const target = merging.getByRole('combobox', { name: '并入' });
  await target.fill('新名研究院');
  await expect(merging.getByTitle('新名研究院', { exact: true }).first()).toBeVisible();
  await target.press('ArrowDown');
  await target.press('Enter');
  await merging.getByRole('button', { name: '合并' }).click();
  await expect(merging).toBeHidden();
  await expect(row).toContainText('已并入新名研究院');
});

test('the office goes from a province to a school, and finds one in its province', async ({ page }) => {
  await login(page, office, '/pool/school');
  const tree = page.getByRole('navigation', { name: '学校' });
  const node = (name: string | RegExp) => tree.getByRole('treeitem', { name });
  await node(/^天津市/)
    .locator('.ant-tree-switcher')
    .click();
  await expect(node('南开大学')).toBeVisible();
  await node(/^天津市/)
    .getByText('天津市')
    .click();
  await expect(page).toHaveURL((url) => url.searchParams.get('province') === '天津市');
  await expect(page.getByRole('row', { name: /南开大学/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /北京大学/ })).toHaveCount(0);

  await tree.getByRole('searchbox', { name: '搜索学校' }).fill('zhejiangdaxue');
  await expect(node('浙江省')).toBeVisible();
  await expect(node('浙江省')).toHaveAttribute('aria-expanded', 'true');
  await node('浙江大学').click();
  await expect(page).toHaveURL((url) => !url.searchParams.has('province') && url.searchParams.has('pid'));
  await page.reload();
  await expect(node(/^浙江省/)).toHaveAttribute('aria-expanded', 'true');
  await expect(node('浙江大学')).toHaveAttribute('aria-selected', 'true');
});

test('a title officer adds a college to the own school, which others maintain', async ({ page }) => {
  await login(page, officer, '/pool/school');
  const own = page.getByRole('row', { name: /北京大学/ });
  await expect(own.getByRole('button', { name: '编辑' })).toHaveAttribute('aria-disabled', 'true');
  const school = page.getByRole('navigation', { name: '单位' }).getByRole('treeitem', { name: '北京大学' });
  await school.click();
  // The address is there before the page is.
  await expect(school).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: '新增单位' }).click();
  const form = page.getByRole('dialog', { name: '新增单位' });
  await form.getByLabel('单位名称').fill('集成电路学院');
  await form.getByLabel('单位名称').press('Enter');
  await expect(form).toBeHidden();
  await page.goto(web('/pool/school'));
  await expect(page.getByRole('row', { name: /集成电路学院/ })).toBeVisible();
});
