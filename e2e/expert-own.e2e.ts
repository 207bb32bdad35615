import type { Page } from '@playwright/test';
import { expertAbroad, expertOnLeave, expertWhoMoves, expertWithPast, office } from './support/accounts.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { login, loginElsewhere, web } from './support/sign-in.ts';
import { demoPeople, type DemoPerson } from '../server/src/demo/people.ts';
import { expect, test } from './support/test.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('group', { name });
const saved = (page: Page) => expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible();
const dayIn = (days: number) => formatDateTime(new Date(Date.now() + days * 86_400_000)).slice(0, 10);
const [person, , , mover] = demoPeople(9).slice(5) as [DemoPerson, DemoPerson, DemoPerson, DemoPerson];

test('an expert who falls ill says so on a phone, and it counts at once', async ({ page, another }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await login(page, expertOnLeave, '/check/expert/confirmation');
  const card = group(page, '不可参评时间');
  await expect(card).toContainText('没有登记');
  await card.getByRole('button', { name: '修改不可参评时间' }).click();
  const first = row(page, '不可参评时间第 1 段');
  await first.getByLabel('开始日期').fill(dayIn(3));
  await first.getByLabel('结束日期').fill(dayIn(1));
  await expect(first.getByLabel('原因')).toHaveAccessibleDescription('学校看不到原因');
  await first.getByLabel('原因').fill('住院');
  await card.getByRole('button', { name: '保存并生效' }).click();
  await expect(first.getByText('结束日期不能早于开始日期')).toBeVisible();
  await expect(first.getByLabel('结束日期')).toBeFocused();
  await saved(page);

  // Typed text is kept.
  await page.reload();
  await expect(card).toContainText('未保存');
  await expect(first.getByLabel('原因')).toHaveValue('住院');
  await first.getByLabel('开始日期').fill(dayIn(0));
  await first.getByLabel('结束日期').fill(dayIn(2));
  await expectNoAxeFindings(page);
  await card.getByRole('button', { name: '保存并生效' }).click();
  await expect(card.getByText(`${dayIn(0)} 至 ${dayIn(2)}，住院`)).toBeVisible();
  await expect(card).not.toContainText('未保存');

  const desk = await another();
  await login(desk, office, `/pool/expert?blurry=${person.phone}`);
  await desk.getByRole('link', { name: person.name, exact: true }).click();
  const detail = desk.getByRole('dialog', { name: person.name });
  await expect(detail.getByText(`当前不可参评，至 ${dayIn(2)}`)).toBeVisible();
  await expect(detail.getByText(`${dayIn(0)} 至 ${dayIn(2)}，住院`)).toBeVisible();
  await desk.close();
});

test('an absence that was changed elsewhere is shown in both versions, and none is lost', async ({
  page,
  another,
}) => {
  const absent = async (where: Page, reason: string) => {
    const card = group(where, '不可参评时间');
    await card.getByRole('button', { name: '修改不可参评时间' }).click();
    await row(where, '不可参评时间第 1 段').getByLabel('开始日期').fill(dayIn(20));
    await row(where, '不可参评时间第 1 段').getByLabel('结束日期').fill(dayIn(25));
    await row(where, '不可参评时间第 1 段').getByLabel('原因').fill(reason);
    await card.getByRole('button', { name: '保存并生效' }).click();
  };
  await login(page, expertAbroad, '/check/expert/confirmation');
  const elsewhere = await another();
  await loginElsewhere(elsewhere, expertAbroad, '/check/expert/confirmation');
  await absent(elsewhere, '出国');
  await expect(group(elsewhere, '不可参评时间').getByText(/，出国$/)).toBeVisible();
  await elsewhere.close();

  await absent(page, '讲学');
  await expect(page.getByRole('heading', { name: '内容有两个版本' })).toBeFocused();
  await expect(page.getByRole('radio', { name: /出国/ })).toBeVisible();
  await page.getByRole('button', { name: '采用所选内容' }).click();
  const card = group(page, '不可参评时间');
  await expect(row(page, '不可参评时间第 1 段').getByLabel('原因')).toHaveValue('讲学');
  await card.getByRole('button', { name: '保存并生效' }).click();
  await expect(card.getByText(/，讲学$/)).toBeVisible();
});

test('an expert adds a workplace without a mouse, and removes it', async ({ page }) => {
  await login(page, expertWithPast, '/check/expert/confirmation');
  const unit = group(page, '所属单位');
  await unit.getByRole('button', { name: '修改所属单位' }).press('Enter');
  // Input of an earlier attempt is kept.
  const leftovers = unit.getByRole('button', { name: /^移除任职经历/ });
  for (let left = await leftovers.count(); left > 0; left -= 1) {
    await leftovers.first().press('Enter');
    await expect(leftovers).toHaveCount(left - 1);
  }
  await unit.getByRole('button', { name: '添加任职经历' }).press('Enter');
  const first = row(page, '任职经历第 1 条');
  await first.getByLabel('单位名称').pressSequentially('南开大');
  await expect(page.getByRole('option', { name: '南开大学', exact: true })).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(first.getByLabel('单位名称')).toHaveValue('南开大学');
  await page.keyboard.press('Tab');
  await page.keyboard.type('讲师');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2010');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2003');
  await unit.getByRole('button', { name: '完成修改' }).press('Enter');
  await expect(first.getByText('结束年份不能早于起始年份')).toBeVisible();
  await first.getByLabel('起始年份').fill('1998');
  await unit.getByRole('button', { name: '完成修改' }).press('Enter');
  await expect(unit.getByText('1998 至 2003，南开大学，讲师')).toBeVisible();
  for (const name of ['基本信息', '学科专业', '联系方式'])
    await group(page, name).getByRole('button', { name: '核对无误' }).press('Enter');
  await page.getByRole('button', { name: '提交变更' }).press('Enter');
  await expect(page).toHaveURL(web('/dashboard'));

  await page.goto(web('/check/expert/confirmation'));
  await expect(page.getByText('所属单位的变更待评审办审核')).toBeVisible();
  await expect(unit.getByText('1998 至 2003，南开大学，讲师')).toBeVisible();
  await page.getByRole('button', { name: '撤回所属单位的变更' }).click();
  await expect(page.getByText('所属单位的变更待评审办审核')).toBeHidden();
  await expect(unit).toContainText('还没有登记');
});

test('the office approves one part of a change and returns another, and the expert sees both', async ({
  page,
  another,
}) => {
  await login(page, expertWhoMoves, '/check/expert/confirmation');
  const correct = async (name: string, label: string, value: string) => {
    const card = group(page, name);
    await card.getByRole('button', { name: `修改${name}` }).click();
    await card.getByLabel(label).fill(value);
    await card.getByRole('button', { name: '完成修改' }).click();
  };
  await correct('基本信息', '职称名称', '首席教授');
  await correct('所属单位', '院系部门', '未来学院');
  await correct('联系方式', '邮箱', 'moved@example.org');
  await group(page, '学科专业').getByRole('button', { name: '核对无误' }).click();
  await page.getByRole('button', { name: '提交变更' }).click();
  await expect(page).toHaveURL(web('/dashboard'));
  const changes = page.getByRole('list', { name: '资料变更' }).getByRole('listitem');
  await expect(changes).toHaveCount(3);
  await expect(changes.filter({ hasText: '所属单位' })).toContainText(/待审核.*院系部门，.* 提交/);
  await page.getByRole('button', { name: '撤回基本信息的变更' }).click();
  await expect(changes).toHaveCount(2);
  await expectNoAxeFindings(page);

  const desk = await another();
  await login(desk, office);
  await desk.getByRole('link', { name: /^待审核变更：查看全部/ }).click();
  const line = desk.getByRole('row', { name: new RegExp(mover.phone) });
  await expect(line).toContainText('待审核');
  await line.getByRole('link', { name: mover.name, exact: true }).click();
  const detail = desk.getByRole('dialog', { name: mover.name });
  const unit = group(desk, '所属单位的变更');
  await expect(unit.getByRole('row', { name: /院系部门.*未来学院/ })).toBeVisible();
  await expect(group(desk, '基本信息的变更')).toBeHidden();
  await group(desk, '联系方式的变更').getByRole('button', { name: '同意变更' }).click();
  await expect(detail.getByText('moved@example.org').first()).toBeVisible();
  await expect(group(desk, '联系方式的变更')).toBeHidden();
  await unit.getByRole('button', { name: '退回' }).click();
  await expect(unit.getByText('请输入退回的原因')).toBeVisible();
  await unit.getByLabel(/^意见/).fill('请附调动证明');
  await unit.getByRole('button', { name: '退回' }).click();
  await expect(unit).toBeHidden();
  await expect(line).toBeHidden();
  await desk.close();

  await page.reload();
  await expect(changes.filter({ hasText: '联系方式' })).toContainText('已生效');
  await expect(changes.filter({ hasText: '所属单位' })).toContainText('被退回');
  await expect(changes.filter({ hasText: '所属单位' })).toContainText('评审办意见：请附调动证明');
  await page.getByRole('link', { name: '登记不可参评时间' }).click();
  await expect(page.getByRole('heading', { name: '不可参评时间' })).toBeFocused();
});
