import type { Page } from '@playwright/test';
import { admin, office, office2, supervisor } from './support/accounts.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { confirmShown } from './support/confirm-shown.ts';
import { choose, dayAhead, goTo, newCycle, save, steps } from './support/cycle-steps.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const main = (page: Page) => page.getByRole('main');

const expectRules = (page: Page, version: number) =>
  expect(main(page).getByText(`规则第 ${version} 版`).first()).toBeVisible();

test('the office sets up a cycle step by step, sees what is missing, and publishes it', async ({ page }) => {
  const name = `故事批次 ${Date.now()}`;
  await newCycle(page, name);
  await expect(page.getByRole('button', { name: '发布', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );

  await page.getByLabel('评委会名称').fill('省高校教师高级职称评审委员会');
  await page.getByLabel('备案日期').fill(dayAhead(-30));
  await page.getByRole('radio', { name: '评聘分开' }).check();

  // Input stays while another step is shown.
  await goTo(page, '范围与指标');
  await expect(steps(page).getByRole('link', { name: /基本信息/ })).toContainText('未保存');
  // Back to the list asks first.
  await page.goBack();
  await page.goBack();
  await page
    .getByRole('dialog', { name: '放弃已填写的内容' })
    .getByRole('button', { name: '继续填写' })
    .click();
  await expect(steps(page).getByRole('link', { name: /基本信息/ })).toContainText('未保存');
  await goTo(page, '范围与指标');
  await page.getByRole('button', { name: '添加系列和层级' }).click();
  await choose(page, '职称系列', '高等学校教师');
  await choose(page, '职称层级', '正高级');
  await page.getByRole('button', { name: '添加系列和层级' }).click();
  await expect(page.getByRole('group', { name: '第 2 项' })).toContainText('副高级');
  await save(page, '范围与指标');
  await goTo(page, '基本信息');
  await expect(page.getByLabel('评委会名称')).toHaveValue('省高校教师高级职称评审委员会');
  await save(page, '基本信息');

  await goTo(page, '核对');
  await main(page)
    .getByRole('listitem')
    .filter({ hasText: '没有设定申报开始时间' })
    .getByRole('link')
    .click();
  await page.getByLabel('申报开始').fill(dayAhead(-1));
  await page.getByLabel('申报截止', { exact: true }).fill(dayAhead(10));
  await page.getByLabel('学校报送截止').fill(dayAhead(20));
  await page.getByLabel('资格审查截止').fill(dayAhead(30));
  await page.getByLabel('专家评审截止').fill(dayAhead(15));
  await page.getByLabel('任职年限截止日').fill(dayAhead(40));
  await save(page, '时间');
  await goTo(page, '核对');
  await expect(main(page).getByText('专家评审截止时间应晚于资格审查截止时间')).toBeVisible();
  await goTo(page, '时间');
  await page.getByLabel('专家评审截止').fill(dayAhead(60));
  await save(page, '时间');

  // Input during a save does not count as saved.
  const typed = Promise.withResolvers<void>();
  await page.route('**/api/cycle/*', async (route) => {
    if (route.request().method() === 'GET') await typed.promise;
    await route.fallback();
  });
  await save(page, '时间');
  await page.getByLabel('专家评审截止').fill('没有这一天');
  const read = page.waitForResponse((answer) => /\/api\/cycle\/\d+$/.test(answer.url()));
  typed.resolve();
  await read;
  await page.unroute('**/api/cycle/*');
  await expect(steps(page).getByRole('link', { name: /^3/ })).toContainText('未保存');
  // A successful save leads to the next step; a failed one does not.
  await page.getByRole('button', { name: '保存并继续' }).click();
  await expect(page.getByLabel('专家评审截止')).toBeFocused();
  await page.getByLabel('专家评审截止').fill(dayAhead(60));
  // Input beside fields that are still loading does not clear their values.
  const lookedAhead = Promise.withResolvers<void>();
  await page.route('**/api/commitment', async (route) => {
    await lookedAhead.promise;
    await route.fallback();
  });
  for (const next of ['规则', '材料要求', '评审表', '通知与承诺书']) {
    await page.getByRole('button', { name: '保存并继续' }).click();
    await expect(main(page).getByRole('heading', { level: 2, name: next, exact: true })).toBeFocused();
  }
  await page.getByLabel('申报通知').fill('请各单位按时申报。');
  // The preview says that unsaved input is not part of it.
  await goTo(page, '核对');
  lookedAhead.resolve();
  await main(page).getByRole('listitem').filter({ hasText: '有修改未保存' }).getByRole('link').click();
  await page.getByRole('button', { name: '保存并继续' }).click();
  await expect(main(page).getByRole('heading', { level: 2, name: '核对', exact: true })).toBeFocused();
  await expect(main(page).getByText('各步都已填好，可以发布。')).toBeVisible();
  await page.getByRole('button', { name: '预览申报页' }).click();
  const preview = page.getByRole('dialog', { name: '申报人看到的' });
  await expect(preview).toContainText('请各单位按时申报。');
  await expect(preview).toContainText('高等学校教师 正高级');
  await page.keyboard.press('Escape');
  await expectNoAxeFindings(page);

  await page.getByRole('button', { name: '发布', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `发布「${name}」` });
  const opensAt = dialog.getByRole('definition').first();
  await expect(opensAt).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  await expect(dialog).toContainText('高等学校教师 正高级');
  await expect(dialog.getByText(/^随即冻结：评审规则、评审方式、任职年限截止日/)).toBeVisible();
  await dialog.getByRole('button', { name: '发布', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: '批次进度' }).locator('[aria-current]')).toContainText(
    '申报中',
  );
  await expectRules(page, 1);

  // From now on a change says why, and becomes a version of its own once another person agrees.
  await goTo(page, '规则');
  const experts = page.getByRole('spinbutton', { name: /每份材料的专家人数.*专家/ });
  await experts.fill('5');
  await page.getByRole('button', { name: '保存规则', exact: true }).click();
  await expect(page.getByText('请输入修改原因')).toBeVisible();
  // It is not behind the foot of the form.
  const foot = page.getByRole('button', { name: '保存规则', exact: true });
  const topOf = async (place: typeof foot) => (await place.boundingBox())!.y;
  await expect
    .poll(async () => (await topOf(foot)) - (await topOf(page.getByText('请输入修改原因'))))
    .toBeGreaterThan(20);
  await page.getByLabel('修改原因').fill('上级文件调整');
  const grace = page.getByRole('spinbutton', { name: /申报时间.*到达宽限/ });
  await grace.fill('99');
  await page.getByRole('button', { name: '保存规则', exact: true }).click();
  await expect(grace).toBeFocused();
  await grace.fill('5');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('已提请复核，另一人同意后生效').first()).toBeVisible();
  const waiting = page.getByRole('alert').filter({ hasText: '提请修改批次，待他人复核' });
  await expect(waiting).toContainText('每份材料的专家人数（专家）由「3 人」改为「5 人」');
  await expectRules(page, 1);
  await expect(page.getByLabel('修改原因')).toHaveValue('');
  await expect(experts).toHaveValue('3');
  const request = await waiting.getByRole('link', { name: '去双人复核' }).getAttribute('href');
  const place = page.url();

  await login(page, office2, request!.replace('/title/web', ''));
  await confirmShown(page, name);
  await expect(page.getByText('已同意并办理').first()).toBeVisible();
  await login(page, office, new URL(place).pathname.replace('/title/web', '') + new URL(place).search);
  await expectRules(page, 2);
  await expect(experts).toHaveValue('5');
  await goTo(page, '核对');
  await expect(main(page).getByRole('row').filter({ hasText: '第 2 版' })).toContainText(/ 提出，.* 复核/);

  await page.getByRole('button', { name: '暂停', exact: true }).click();
  const suspension = page.getByRole('dialog', { name: `暂停「${name}」` });
  await suspension.getByRole('button', { name: '暂停', exact: true }).click();
  await expect(suspension.getByText('请输入暂停原因')).toBeVisible();
  await suspension.getByLabel('暂停原因').fill('监督检查');
  await suspension.getByRole('button', { name: '暂停', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: '批次已暂停：监督检查' })).toBeVisible();

  await login(page, supervisor, '/review/rules');
  await page.getByRole('combobox', { name: '批次' }).click();
  await page.getByTitle(name, { exact: true }).click();
  await expect(page.getByRole('combobox', { name: '规则版本' })).toBeVisible();
  await expect(main(page).getByRole('row').filter({ hasText: '每份材料的专家人数' })).toContainText(
    '默认：3 人',
  );
});

test('the supervisor reads a cycle and can change nothing of it', async ({ page }) => {
  await login(page, supervisor, '/review/cycle');
  await page
    .getByRole('link', { name: /^查看 .*年度高等学校教师系列高级职称评审$/ })
    .last()
    .click();
  await expect(main(page).getByText('您可以查看，不能修改')).toBeVisible();
  await expect(page.getByRole('textbox', { name: '批次名称' })).toBeDisabled();
  for (const name of ['保存基本信息', '发布', '暂停'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
});

test('two people set up one cycle side by side, and neither overwrites the other', async ({
  page,
  browser,
}) => {
  const name = `两人批次 ${Date.now()}`;
  await newCycle(page, name);
  const other = await (await browser.newContext()).newPage();
  await login(other, admin, '/');
  const meet = async (step: string) => {
    await other.goto(page.url());
    await goTo(other, step);
  };
  const grace = (one: Page) => one.getByRole('spinbutton', { name: /申报时间.*到达宽限/ });
  const experts = (one: Page) => one.getByRole('spinbutton', { name: /每份材料的专家人数.*专家/ });
  const keepMine = page.getByRole('button', { name: '保留我的' });

  // Another user's save in another step is no conflict, and does not overwrite input typed there.
  await goTo(page, '通知与承诺书');
  await page.getByLabel('申报通知').fill('我的通知');
  await meet('通知与承诺书');
  await other.getByLabel('申报通知').fill('他的通知');
  await save(other, '通知与承诺书');
  await goTo(page, '基本信息');
  await page.getByLabel('评委会名称').fill('省评审委员会');
  await save(page, '基本信息');
  await goTo(page, '通知与承诺书');
  await page.getByRole('button', { name: '保存通知与承诺书' }).click();
  await expect(page.getByText('最新：他的通知')).toBeVisible();

  // Taking the other version leaves nothing to save.
  await page.getByRole('button', { name: '载入最新' }).click();
  await expect(page.getByLabel('申报通知')).toHaveValue('他的通知');
  await expect(steps(page).getByRole('link', { name: /通知与承诺书/ })).toContainText('完整');
  await goTo(page, '规则');
  await goTo(page, '通知与承诺书');
  await expect(page.getByLabel('申报通知')).toHaveValue('他的通知');

  // Rules are kept one by one.
  await goTo(page, '规则');
  await experts(page).fill('5');
  await meet('规则');
  await grace(other).fill('10');
  await save(other, '规则');
  await page.getByRole('button', { name: '保存规则' }).click();
  await expect(page.getByText('最新：A1 申报时间：到达宽限 10 分钟').first()).toBeVisible();
  await keepMine.click();
  await expect(grace(page)).toHaveValue('10');
  await expect(experts(page)).toHaveValue('5');
  await save(page, '规则');

  // The form shows what the other user changed.
  await goTo(page, '评审表');
  await page.getByLabel('选题与价值 权重').fill('２５');
  await expect(main(page).getByText('权重合计 105')).toBeVisible();
  await meet('评审表');
  await other.getByLabel('论证与方法 权重').fill('25');
  await save(other, '评审表');
  await page.getByRole('button', { name: '保存评审表' }).click();
  await expect(page.getByText('最新：改动了论证与方法')).toBeVisible();
  await other.context().close();
});
