import type { Page } from '@playwright/test';
import { outboxApi } from '@zhiping/shared/contracts/outbox.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { DEMO_PASSWORD } from '../server/src/demo-password.ts';
import { type Account, admin, college, office, office2, school } from './support/accounts.ts';
import { callerOf, openFirstSession, keptSession } from './support/api.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { press, tabTo } from './support/keys.ts';
import { confirmShown } from './support/confirm-shown.ts';
import { login } from './support/sign-in.ts';
import { handIn, readOwn } from './support/story/applicants-apply.ts';
import { NEW_PASSWORD } from './support/story/people.ts';
import { expect, test } from './support/serial.ts';

test.describe.configure({ mode: 'serial' }); // The stories continue with the same demo projects.

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const list = (state: string) => `/review/project?state=${state}`;
const openFirst = async (
  page: Page,
  account: Account,
  state: string,
  name: string | RegExp = /^(审核|查看)/,
) => {
  await login(page, account, list(state));
  await page.getByRole('row').nth(1).getByRole('link', { name }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: /的申报$/ })).toBeVisible();
};
const done = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();

test('a school recommends with the vote of the department', async ({ page }) => {
  await openFirst(page, school, 'submitted&checkStep=school');
  await page.getByRole('button', { name: '推荐', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^推荐/ });
  for (const [label, typed] of [
    ['评议日期', '2026-01-15'],
    ['评议地点', '学院会议室'],
    ['推荐意见', '业绩突出，同意推荐'],
    ['应到人数', '11'],
    ['实到人数', '９'],
    ['赞成票', '7'],
    ['反对票', '1'],
    ['弃权票', '0'],
  ] as const)
    await dialog.getByLabel(label).fill(typed);
  await expect(dialog.getByRole('status')).toContainText('与实到 9 人不符');
  await dialog.getByLabel('弃权票').fill('1');
  const file = { name: '表决票.png', mimeType: 'image/png', buffer: PIXEL };
  await dialog.getByLabel('选择推荐附件').setInputFiles(file);
  await expect(dialog.getByRole('button', { name: '移除表决票' })).toBeVisible();
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: '确认推荐' }).click();
  await expect(page.getByRole('link', { name: '表决票' })).toBeVisible();
  await expect(page.getByText('应到 11 人，实到 9 人：赞成 7，反对 1，弃权 1')).toBeVisible();

  // The review table of the submission, without the requests for avoidance.
  await expect(page.getByRole('button', { name: '打印评审表' })).toBeEnabled();
  await page.emulateMedia({ media: 'print' });
  const table = page.getByRole('article');
  await expect(table.getByRole('heading', { level: 1, name: '专业技术职称评审表' })).toBeVisible();
  await expect(table).toContainText(/打印.*校验 [0-9a-f]{16}/);
  await expect(table).not.toContainText('不作正式材料');
  await expect(table.getByRole('heading', { name: '回避申请' })).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
});

test('a school reads the files beside the form, and on a phone over it', async ({ page }) => {
  await openFirst(page, school, 'submitted&checkStep=school');
  const files = page.getByRole('region', { name: '附件' }).getByRole('link');
  const [first, second] = [files.nth(0), files.nth(1)];
  const names = [(await first.textContent())!, (await second.textContent())!];
  await tabTo(page, first);
  await page.keyboard.press('Enter');
  const reader = page.getByRole('complementary', { name: '正在看的文件' });
  await expect(reader.getByRole('heading', { name: names[0]! })).toBeFocused();
  await expect(reader.getByRole('spinbutton', { name: '页码' })).toHaveValue('1');
  await expect(reader.locator('canvas').first()).toBeVisible();
  // The form stays in sight beside it.
  await expect(page.getByRole('heading', { name: '基本情况' })).toBeVisible();
  await expectNoAxeFindings(page);

  await page.getByRole('button', { name: '退回修改' }).click();
  await reader.getByRole('button', { name: '下一个文件' }).click();
  await expect(reader.getByRole('heading', { name: names[1]! })).toBeFocused();
  await reader.getByRole('button', { name: /^写退回意见/ }).click();
  await page.keyboard.type('扫描不清楚');
  await reader.getByRole('button', { name: '关闭文件' }).click();
  await expect(reader).toBeHidden();
  await expect(second).toBeFocused();
  await expect(page.getByRole('textbox', { name: `退回意见：文件${names[1]}` })).toHaveValue('扫描不清楚');
  await page.getByRole('region', { name: '退回' }).getByRole('button', { name: '取消' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await first.click();
  const sheet = page.getByRole('dialog', { name: names[0]! });
  await expect(sheet.locator('canvas').first()).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.goBack();
  await expect(sheet).toBeHidden();
});

test('a school does not recommend one of its list, goes on to the next, and takes it up again', async ({
  page,
}) => {
  const give = async (verb: string, reason: string) => {
    await page.getByRole('button', { name: verb }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('原因').fill(reason);
    await dialog.getByRole('button', { name: verb }).click();
  };
  await openFirst(page, school, 'submitted&checkStep=school');
  const heading = page.getByRole('heading', { level: 1, name: /的申报$/ });
  const name = (await heading.textContent())!;
  await give('不予推荐', '推荐名额已满');
  await expect(page.getByRole('alert').filter({ hasText: '单位不予推荐' })).toContainText('推荐名额已满');
  await expect(page.getByRole('list', { name: '审核环节' })).not.toContainText('进行中');
  await page.getByRole('button', { name: '下一份' }).click();
  await expect(heading).not.toHaveText(name);
  await openFirst(page, school, 'notRecommended');
  await give('重新审核', '名额有调整');
  await expect(page.getByRole('button', { name: '推荐', exact: true })).toBeVisible();
});

test('a school publicises, takes down an objection and answers it', async ({ page }) => {
  await login(page, school, list('unitPublicity'));
  const waiting = page.getByRole('row').filter({ hasText: '待公示' });
  await waiting.first().getByRole('checkbox').check();
  await page.getByRole('button', { name: '开始公示' }).click();
  const dialog = page.getByRole('dialog', { name: '公示 1 位推荐人选' });
  await dialog.getByLabel('公示地点').fill('学校公告栏');
  await dialog.getByLabel('受理部门及联系方式').fill('人事处 010-62750000');
  await dialog.getByRole('button', { name: '下一步：拟定公示' }).click();
  await expect(dialog.getByLabel('公示正文')).toHaveValue(/5 个工作日/);
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: '开始公示' }).click();
  await done(page, /单位公示已开始/);

  await login(page, school, '/review/publicity');
  await page
    .getByRole('row')
    .filter({ hasText: /公示中|未开始/ })
    .first()
    .getByRole('link', { name: '打开' })
    .click();
  await page.getByRole('button', { name: '登记异议' }).click();
  const objection = page.getByRole('dialog', { name: '登记异议' });
  await objection.getByLabel('被反映人').click();
  await objection.getByRole('option').first().waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await objection.getByLabel('异议人', { exact: true }).fill('李四');
  await objection.getByLabel('异议内容').fill('论文署名不实');
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
  await objection.getByLabel('收到日期').fill(today);
  await objection.getByRole('button', { name: '登记' }).click();
  await expect(page.getByText('论文署名不实')).toBeVisible();
  await expectNoAxeFindings(page);

  await page.getByRole('button', { name: /^办结对/ }).click();
  const answer = page.getByRole('dialog', { name: /^办结对/ });
  await answer.getByLabel('异议不成立').check();
  await answer.getByLabel('核实与答复').fill('经核实，署名属实');
  await answer.getByRole('button', { name: '办结' }).click();
  await expect(page.getByText('核实与答复：经核实，署名属实')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const notice = page.getByRole('article').filter({ hasText: '职称申报推荐人选公示' }).last();
  await expect(notice.getByRole('columnheader', { name: '拟申报职称' })).toBeVisible();
});

test('a school reports many projects by keyboard and one signature, sees why not the others, and takes one back', async ({
  page,
}) => {
  await login(page, school, list('unitPublicity'));
  await press(page, page.getByRole('columnheader').getByRole('checkbox'), 'Space', 120);
  // The actions are one stop of the Tab key.
  await press(page, page.getByRole('button', { name: '开始公示' }), 'ArrowRight');
  await expect(page.getByRole('button', { name: '报送', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^报送/ });
  const sign = dialog.getByRole('button', { name: '签署并报送' });
  await press(page, sign);
  await expect(dialog.getByRole('alert')).toContainText('请先阅读并同意单位承诺书');
  await press(page, dialog.getByLabel('我代表单位同意上述承诺'), 'Space');
  await expectNoAxeFindings(page);
  await press(page, sign);
  const report = page.getByRole('dialog', { name: /^成功 2，失败 \d$/ });
  await expect(report.getByText(/公示/).first()).toBeVisible();
  await press(page, report.getByRole('button', { name: '知道了' }));
  await expect(report).toBeHidden();

  await openFirst(page, school, 'reported');
  await page.getByRole('button', { name: '撤回报送' }).click();
  const reason = page.getByRole('dialog', { name: /^撤回报送/ });
  await reason.getByRole('button', { name: '撤回报送' }).click();
  await expect(reason.getByText('请输入原因')).toBeVisible();
  await reason.getByLabel('原因').fill('材料有误');
  await reason.getByRole('button', { name: '撤回报送' }).click();
  await expect(page.getByRole('button', { name: '报送', exact: true })).toBeVisible();
});

test('the office decides item by item, and on an exceptional project by two people', async ({ page }) => {
  await login(page, office, `${list('reported')}&kind=exceptional`);
  const row = page.getByRole('row').nth(1);
  await row.getByRole('link', { name: /^(审核|查看)/ }).click();
  await page.getByRole('button', { name: '资格审查', exact: true }).click();
  const form = page.getByRole('region', { name: '资格审查' });
  await form.getByRole('button', { name: /合格/ }).first().click();
  await expect(form.getByRole('alert')).toContainText('请逐项选择');
  for (const item of await form.getByRole('radiogroup').all())
    if ((await item.getByRole('radio', { checked: true }).count()) === 0)
      await item.getByRole('radio', { name: '符合', exact: true }).check();
  for (const remark of await form.getByRole('textbox', { name: /认可的理由/ }).all())
    await remark.fill('已核对原件');
  await expectNoAxeFindings(page);
  await form.getByRole('button', { name: '提请判定合格' }).click();
  await expect(page.getByRole('alert').getByText(/提请判定：资格合格，待他人复核/)).toBeVisible();
  const address = new URL(page.url());

  await login(page, office2, `${address.pathname.replace('/title/web', '')}${address.search}`);
  await page.getByRole('link', { name: '去双人复核' }).click();
  await confirmShown(page, '判定资格合格');
  await expect(page.getByText('已同意并办理').first()).toBeVisible();
  await page.goto(address.href);
  await expect(page.getByRole('alert').getByText(/提请，.* 判定：资格合格/)).toBeVisible();
});

test('the office asks for supplements once, and refuses with the rule quoted', async ({ page }) => {
  await openFirst(page, office, 'reported&checkStep=office');
  await page.getByRole('button', { name: '要求补正' }).click();
  await page.getByRole('button', { name: '写退回意见：附件' }).click();
  const missing = page.getByRole('textbox', { name: '退回意见：附件' });
  await missing.fill('请补充教学评价证明');
  // The text is there again after leaving the page.
  await page.reload();
  await expect(missing).toHaveValue('请补充教学评价证明');
  await page.getByRole('button', { name: '要求补正…' }).click();
  const dialog = page.getByRole('dialog', { name: /^要求补正/ });
  await dialog.getByLabel('总的补正要求').fill('请补充证明材料');
  await dialog.getByRole('button', { name: '确认要求补正' }).click();
  await expect(page.getByText(/由李静怡（office）要求补正：请补充证明材料/)).toBeVisible();

  await openFirst(page, office, 'reported&checkStep=office');
  await page.getByRole('button', { name: '资格审查', exact: true }).click();
  const form = page.getByRole('region', { name: '资格审查' });
  await form.getByRole('radiogroup', { name: '任现职年限' }).getByRole('radio', { name: '不符合' }).check();
  for (const item of await form.getByRole('radiogroup').all())
    if ((await item.getByRole('radio', { checked: true }).count()) === 0)
      await item.getByRole('radio', { name: '符合', exact: true }).check();
  await form.getByRole('textbox', { name: '任现职年限：不符合的理由' }).fill('任现职未满五年');
  await form.getByRole('button', { name: '判定不合格' }).click();
  await expect(page.getByRole('alert').getByText(/判定：资格不合格/)).toBeVisible();
  await expect(page.getByText('任现职未满五年', { exact: true })).toBeVisible();
});

test('the screens of the check fit on a phone', async ({ page }) => {
  await openFirst(page, office, 'eligible');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByRole('alert').getByText(/判定：资格合格/)).toBeVisible();
  await expectNoAxeFindings(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await login(page, school, '/review/publicity');
  await expect(page.getByRole('heading', { name: '单位公示' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('the office sees a cycle at a glance, and each number is a list', async ({ page }) => {
  await login(page, office, '/review/board');
  const waiting = page.getByRole('link', { name: /^提交 7 天以上，单位未审核 \d+$/ });
  const count = Number((await waiting.textContent())?.match(/\d+$/)?.[0]);
  await expectNoAxeFindings(page);
  await waiting.click();
  await expect(page.getByText(`共 ${count} 条`, { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: '汇总表' }).click();
  await expect(page.getByRole('region', { name: '花名册' }).getByRole('row')).toHaveCount(count + 1);
  await page.getByRole('link', { name: '申报人员情况一览表' }).click();
  await expect(page.getByRole('columnheader', { name: '代表作' })).toBeVisible();
  await expectNoAxeFindings(page);
});

/** The project at the college with this many newer ones, opened by its officer. */
const openAtCollege = async (page: Page, place: number) => {
  await login(page, college, `${list('submitted')}&checkStep=college`);
  await page.getByRole('row').nth(place).getByRole('link', { name: '审核' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /的申报$/ })).toBeVisible();
  return new URL(page.url()).searchParams.get('id')!;
};
const openAs = async (page: Page, account: Account, id: string) => {
  await login(page, account, `/review/project?id=${id}`);
  await expect(page.getByRole('list', { name: '审核环节' })).toBeVisible();
};
const atStep = (page: Page, name: string) =>
  expect(page.getByRole('list', { name: '审核环节' }).locator('[aria-current]')).toContainText(name);

/** The applicant signs in for the first time, changes the statement and submits again. */
const mend = async (page: Page, id: string) => {
  const callAs = async (account: Account) => callerOf(page.request, await keptSession(page.request, account));
  const project = await (await callAs(school))(projectApi.read, { params: { id } });
  const readCode = async (phone: string) => {
    const { content } = await (await callAs(admin))(outboxApi.list, { query: { blurry: phone } });
    return /\d{6}/.exec(content[0]!.content!)![0];
  };
  const account = { username: project.form.basic.phone!, password: DEMO_PASSWORD };
  const call = callerOf(
    page.request,
    await openFirstSession(page.request, account, { newPassword: NEW_PASSWORD, readCode }),
  );
  const { version, form } = await readOwn(call);
  const statement = { text: '年均课堂教学 240 学时。' };
  await call(projectApi.saveForm, { params: { id }, body: { version, form: { ...form, statement } } });
  await handIn(call);
};

test('a college passes on, the school gives it back and returns it, and the college sees what was mended', async ({
  page,
}) => {
  const id = await openAtCollege(page, 1);
  await atStep(page, '院系审核');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: '院系审核通过' }).click();
  const passing = page.getByRole('dialog', { name: /^院系审核通过/ });
  await passing.getByRole('button', { name: '院系审核通过' }).click();
  await expect(
    passing
      .getByRole('alert')
      .or(passing.getByText(/^请输入/))
      .first(),
  ).toBeVisible();
  await passing.getByLabel('审核意见').fill('材料齐全，请学校审核');
  await expectNoAxeFindings(page);
  await passing.getByRole('button', { name: '院系审核通过' }).click();
  await atStep(page, '学校审核');
  await expect(page.getByText('申报在学校审核环节，院系不能再处理。')).toBeVisible();

  await openAs(page, school, id);
  await expect(page.getByText(/院系审核通过：材料齐全，请学校审核/)).toBeVisible();
  await page.getByRole('button', { name: '退回院系' }).click();
  const back = page.getByRole('dialog', { name: /^退回院系/ });
  await back.getByLabel('原因').fill('缺部门表决记录');
  await back.getByRole('button', { name: '退回院系' }).click();
  await atStep(page, '院系审核');
  await expect(page.getByRole('button', { name: '推荐', exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: '退回院系' })).toBeHidden();

  // The college passes it on again, by keyboard.
  await openAs(page, college, id);
  await expect(page.getByText(/退回院系：缺部门表决记录/)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: '院系审核通过' }));
  await page.keyboard.press('Enter');
  await tabTo(page, passing.getByLabel('审核意见'));
  await page.keyboard.type('已补表决记录');
  await tabTo(page, passing.getByRole('button', { name: '院系审核通过' }));
  await page.keyboard.press('Enter');
  await atStep(page, '学校审核');
  await expect(page.getByRole('heading', { level: 1, name: /的申报$/ })).toBeFocused();

  await openAs(page, school, id);
  await page.getByRole('button', { name: '退回修改' }).click();
  await page.getByRole('button', { name: '写退回意见：个人述职', exact: true }).click();
  await page.getByRole('textbox', { name: '退回意见：个人述职' }).fill('请写明教学工作量');
  await page.getByRole('button', { name: /^退回…/ }).click();
  const returning = page.getByRole('dialog', { name: /^退回/ });
  await returning.getByLabel('总的退回原因').fill('述职不完整');
  await returning.getByRole('button', { name: '确认退回' }).click();
  await expect(returning).toBeHidden();
  await mend(page, id);

  await openAs(page, college, id);
  await atStep(page, '院系审核');
  const changes = page.getByRole('region', { name: '退回后的修改' });
  await expect(changes.getByText('年均课堂教学 240 学时。')).toBeVisible();
  await expect(changes.getByText('请写明教学工作量')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoAxeFindings(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('a college returns to the applicant by keyboard', async ({ page }) => {
  await openAtCollege(page, 2);
  await tabTo(page, page.getByRole('button', { name: '退回修改' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: '写退回意见：基本情况部分' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type('请核对参加工作时间');
  await tabTo(page, page.getByRole('button', { name: /^退回…/ }), 150);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^退回/ });
  await tabTo(page, dialog.getByLabel('总的退回原因'));
  await page.keyboard.type('基本情况有误');
  await tabTo(page, dialog.getByRole('button', { name: '确认退回' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: '退回', exact: true })).toContainText('请核对参加工作时间');
  await expect(page.getByRole('heading', { level: 1, name: /的申报$/ })).toBeFocused();
  await expectNoAxeFindings(page);
});
