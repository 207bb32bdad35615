import type { Page } from '@playwright/test';
import { applicant } from './support/accounts.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { pdf } from './support/import-files.ts';
import { fillLogin, login, submitLogin } from './support/sign-in.ts';
import { expect, test } from './support/serial.ts';

// Serial: one applicant has one project.
test.describe.configure({ mode: 'serial' });

const readablePdf = async (title: string) => {
  const buffer = await pdf(title);
  return { name: `${title}.pdf`, mimeType: 'application/pdf', buffer };
};

/** The call that saves the form. */
const SAVE = '**/api/project/*/form';

const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '申报表各部分' }).getByRole('link', { name });

const goTo = async (page: Page, name: string) => {
  await part(page, name).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
};

const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^已保存/ })).toBeVisible();

/** Opens the form of the demo applicant; withdraws it if an earlier attempt has submitted it. */
const openForm = async (page: Page, step = 'basic') => {
  await login(page, applicant, '/apply/project');
  await page.getByRole('list', { name: '我的申报' }).getByRole('link').first().click();
  const recall = page.getByRole('button', { name: '撤回修改' });
  const form = page.getByRole('heading', { name: '基本情况' });
  await expect(recall.or(form)).toBeVisible();
  if (await recall.isVisible()) {
    await recall.click();
    await page.getByRole('dialog').getByRole('button', { name: '撤回修改' }).click();
  }
  await expect(form).toBeVisible();
  const url = new URL(page.url());
  url.searchParams.set('step', step);
  await page.goto(url.href);
};

/** Take out what an earlier try left. */
const clear = async (page: Page, remove: RegExp) => {
  const buttons = page.getByRole('button', { name: remove });
  for (let left = await buttons.count(); left > 0; left -= 1) {
    await buttons.first().click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect(buttons).toHaveCount(left - 1);
  }
};

const sheet = (rows: number) =>
  [
    '题目\t刊物或会议\t年份\t本人排名\t收录',
    ...Array.from({ length: rows }, (_, row) => `粘贴的论文${row + 1}\t某学报\t２０２${row % 5}\t1\tEI`),
    '没有刊物的论文\t\t2020\t第一\tSCI',
  ].join('\n');

test('an applicant fills in the form, without network for a while, and hands it in', async ({
  page,
  context,
}) => {
  await openForm(page, 'research');
  const paste = page.getByRole('button', { name: '从 Excel 粘贴' }).first();
  await expect(paste).toBeVisible();
  await clear(page, /^删除 (粘贴的论文|没有刊物)/);

  // Ten rows of a sheet, and one that is reported as incomplete.
  await paste.click();
  const dialog = page.getByRole('dialog', { name: '从 Excel 粘贴论文' });
  await dialog.getByLabel('从 Excel 复制的内容').fill(sheet(10));
  await expect(dialog.getByText('认出 11 条，10 条完整，1 条需要补充。')).toBeVisible();
  await expect(dialog.getByText('请填写刊物或会议；本人排名「第一」不是 1 至 500 的数字')).toBeVisible();
  await dialog.getByLabel('不完整的也添加，之后再补').uncheck();
  await dialog.getByRole('button', { name: '添加 10 条' }).click();
  await expect(page.getByRole('button', { name: '修改 粘贴的论文10' })).toBeVisible();
  await saved(page);

  // Without network what is typed stays on this machine, over a reload too.
  await goTo(page, '个人述职');
  const statement = page.getByRole('textbox', { name: '个人述职' });
  await context.setOffline(true);
  await statement.fill(`任现职以来 ${Date.now()}`);
  const typed = await statement.inputValue();
  await expect(page.getByText('离线，已存本机')).toBeVisible();
  await context.setOffline(false);
  await saved(page);
  await page.reload();
  await expect(statement).toHaveValue(typed);

  // A missing part links to its field.
  await goTo(page, '年度考核与师德');
  await page.getByRole('textbox', { name: '师德师风表现' }).fill('');
  await goTo(page, '核对与提交');
  await page.getByRole('button', { name: '请填写师德师风表现' }).click();
  const ethics = page.getByRole('textbox', { name: '师德师风表现' });
  await expect(ethics).toBeFocused();
  await ethics.fill('遵守师德规范');
  await page.getByLabel('记过以上处分').click();
  // The option stands behind what an earlier try has chosen.
  await page.getByTitle('没有', { exact: true }).last().click();
  await clear(page, /^删除 /);
  await page.getByRole('button', { name: '添加年度' }).click();
  await page.getByRole('spinbutton', { name: '年度' }).fill('２０２５');
  await page.getByLabel('考核结果').click();
  await page.getByTitle('合格', { exact: true }).click();

  // Representative works, with their full texts.
  await goTo(page, '代表作');
  await clear(page, /^删除 /);
  const addWork = async (n: number) => {
    await page.getByRole('button', { name: '添加代表作' }).click();
    await page.getByRole('combobox', { name: '代表作' }).click();
    await page.getByTitle(`粘贴的论文${n}`, { exact: true }).click();
    await page.getByRole('textbox', { name: '创新与贡献' }).fill('提出了新的方法');
  };
  const works = page.getByRole('region', { name: '代表作全文' });
  for (const n of [1, 2, 3]) {
    await addWork(n);
    await works.locator('input[type=file]').setInputFiles(await readablePdf(`全文${n}`));
    await expect(works.getByRole('link', { name: `全文${n}` })).toBeVisible();
    await page.getByRole('button', { name: '完成' }).click();
  }

  // The text of a work that is no longer chosen would be submitted with the others.
  await clear(page, /^删除 粘贴的论文3/);
  await goTo(page, '附件');
  const left = page.getByRole('region', { name: '未选作代表作的全文' });
  await expect(left.getByRole('link', { name: '全文3' }).first()).toBeVisible();
  await clear(page, /^删除 全文\d/);
  await expect(left).toBeHidden();
  await goTo(page, '代表作');
  await addWork(3);
  await works.locator('input[type=file]').setInputFiles(await readablePdf('全文3'));
  await expect(page.getByRole('link', { name: '全文3' })).toBeVisible();

  await goTo(page, '附件');
  for (const label of ['学历学位证书', '现职称证书', '教学业绩证明', '科研业绩证明']) {
    const group = page.getByRole('region', { name: label });
    if ((await group.getByRole('link').count()) > 0) continue;
    await group
      .locator('input[type=file]')
      .setInputFiles([await readablePdf(`${label}一`), await readablePdf(`${label}二`)]);
    await expect(group.getByRole('link', { name: `${label}二` })).toBeVisible();
    await group.getByRole('button', { name: `上移 ${label}二` }).click();
    await expect(group.getByRole('link').first()).toHaveText(`${label}二`);
  }
  // Submitting is not possible during an upload, and its outcome is shown on every part.
  const append = '**/api/upload/**';
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(append, async (route) => {
    await arrival;
    await route.continue();
  });
  await page
    .getByRole('region', { name: '其他材料' })
    .locator('input[type=file]')
    .setInputFiles({
      name: '迟到的.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n没有页'),
    });
  await goTo(page, '核对与提交');
  await expect(page.getByText('文件正在上传，传完即可提交')).toBeVisible();
  await expect(page.getByRole('button', { name: '提交申报' })).toBeDisabled();
  arrive();
  // It is shown, and read out.
  await expect(page.getByText(/「迟到的.pdf」没有上传：.*已损坏/).last()).toBeVisible();
  await expect(page.getByRole('button', { name: '提交申报' })).toBeEnabled();
  await page.unroute(append);
  await goTo(page, '附件');

  const broken = page.getByRole('region', { name: '其他材料' });
  await broken.locator('input[type=file]').setInputFiles({
    name: '坏的.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n没有页'),
  });
  await expect(broken.getByRole('alert')).toContainText('已损坏');
  await broken.getByRole('button', { name: '知道了：坏的.pdf' }).click();

  await goTo(page, '核对与提交');
  await expect(page.getByText('申报表已填写完整，可以提交。')).toBeVisible();
  await page.getByRole('button', { name: '提交申报' }).click();
  const commitment = page.getByRole('dialog', { name: '提交申报' });
  await commitment.getByRole('button', { name: '签署并提交' }).click();
  await expect(commitment.getByRole('alert')).toContainText('勾选同意');
  await expectNoAxeFindings(page);
  await commitment.getByRole('checkbox').check();
  await commitment.getByRole('button', { name: '签署并提交' }).click();
  await expect(page.getByText('申报已提交').first()).toBeVisible();
  await expect(page.getByText(/接下来由所在单位审核/)).toBeVisible();
  await expectNoAxeFindings(page);

  // The review table: everything that was typed, with number and hash on each page.
  await page.emulateMedia({ media: 'print' });
  const table = page.getByRole('article');
  await expect(table.getByRole('heading', { level: 1, name: '专业技术职称评审表' })).toBeVisible();
  await expect(table).toContainText(/校验 [0-9a-f]{16}/);
  await expect(table.getByText(typed)).toBeVisible();
  await expect(table.getByRole('cell', { name: '粘贴的论文10' })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
});

test('two devices are put together, and what both changed is chosen field by field', async ({
  page,
  browser,
}) => {
  await openForm(page, 'statement');
  const other = await browser.newContext();
  const phone = await other.newPage();
  await openForm(phone, 'statement');
  const [mine, theirs] = [page, phone].map((one) => one.getByRole('textbox', { name: '个人述职' }));
  await theirs!.fill('手机上写的述职');
  await saved(phone);
  await mine!.fill('电脑上写的述职');
  const chooser = page.getByRole('heading', { name: '内容有两个版本' });
  await expect(chooser).toBeVisible();
  await expect(page.getByText('手机上写的述职')).toBeVisible();
  await page.getByRole('radio', { name: /^另一台设备/ }).check();
  await page.getByRole('button', { name: '采用所选内容' }).click();
  await expect(mine!).toHaveValue('手机上写的述职');
  await saved(page);

  // Different fields need no choice.
  const position = new URL(page.url());
  position.searchParams.set('step', 'basic');
  await page.goto(position.href);
  await theirs!.fill('手机上改过的述职');
  await saved(phone);
  await page.getByRole('textbox', { name: '现任岗位或职务' }).fill('系主任');
  await saved(page);
  await goTo(page, '个人述职');
  await expect(mine!).toHaveValue('手机上改过的述职');
  await other.close();
});

test('input stored only on this machine is saved at the next opening, and submitted once', async ({
  page,
}) => {
  await openForm(page, 'statement');
  const statement = page.getByRole('textbox', { name: '个人述职' });
  await statement.fill('服务器已有的述职');
  await saved(page);
  const address = page.url();

  // The network is there but nothing arrives; then the page is closed.
  await page.route(SAVE, (route) => route.abort());
  await statement.fill('只在这台设备上的述职');
  await expect(page.getByRole('button', { name: '保存失败，重试' })).toBeVisible();
  await page.goto('about:blank');
  await page.unroute(SAVE);
  await page.goto(address);
  await expect(statement).toHaveValue('只在这台设备上的述职');
  await saved(page);
  await goTo(page, '基本情况');
  await page.getByRole('textbox', { name: '现任岗位或职务' }).fill('教研室主任');
  await saved(page);
  await page.reload();
  await goTo(page, '个人述职');
  await expect(statement).toHaveValue('只在这台设备上的述职');

  // A save whose answer was lost is no change of another device.
  await page.route(SAVE, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await statement.fill('第一句。');
  await expect(page.getByRole('button', { name: '保存失败，重试' })).toBeVisible();
  await page.unroute(SAVE);
  await statement.fill('第一句。第二句。');
  await saved(page);
  await expect(statement).toHaveValue('第一句。第二句。');

  // A project is not submitted without its last input.
  await goTo(page, '核对与提交');
  const submit = page.getByRole('button', { name: '提交申报' });
  await expect(submit).toBeEnabled();
  await goTo(page, '个人述职');
  await page.route(SAVE, (route) => route.abort());
  await statement.fill('最后的话。');
  await goTo(page, '核对与提交');
  await submit.click();
  const commitment = page.getByRole('dialog', { name: '提交申报' });
  await commitment.getByRole('checkbox').check();
  await commitment.getByRole('button', { name: '签署并提交' }).click();
  await expect(commitment.getByRole('alert')).toContainText('最后的修改还没有保存到服务器');
  await page.unroute(SAVE);
  await commitment.getByRole('button', { name: '签署并提交' }).click();
  await expect(page.getByText('申报已提交').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article').getByText('最后的话。')).toBeVisible();
});

test('input outlives the end of its session and the save of another tab', async ({ page, context }) => {
  const asked = page.waitForRequest((request) => request.url().includes('/title/api/'));
  await openForm(page, 'statement');
  const { authorization } = await (await asked).allHeaders();
  const statement = page.getByRole('textbox', { name: '个人述职' });
  await statement.fill('会话还在。');
  await saved(page);
  await statement.fill('会话还在。会话没有了还在写。');
  await page.request.delete('/title/auth/logout', { headers: { authorization: authorization! } });
  await expect(page.getByText('当前登录状态已过期，请重新登录！')).toBeVisible();
  await fillLogin(page, applicant);
  await submitLogin(page);
  await expect(statement).toHaveValue('会话还在。会话没有了还在写。');
  await saved(page);

  const other = await context.newPage();
  await other.goto(page.url().replace('step=statement', 'step=basic'));
  const post = other.getByRole('textbox', { name: '现任岗位或职务' });
  await other.route(SAVE, (route) => route.abort());
  await post.fill('只在另一个标签页');
  await expect(other.getByRole('button', { name: '保存失败，重试' })).toBeVisible();
  await statement.fill('第一个标签页写的。');
  await saved(page);
  const address = other.url();
  await other.goto('about:blank');
  await other.unroute(SAVE);
  await other.goto(address);
  await expect(post).toHaveValue('只在另一个标签页');
  await saved(other);
  await statement.fill('第一个标签页又写的。');
  await saved(page);
  await page.reload();
  await expect(statement).toHaveValue('第一个标签页又写的。');
  await goTo(page, '基本情况');
  await expect(page.getByRole('textbox', { name: '现任岗位或职务' })).toHaveValue('只在另一个标签页');
});

test('a page pasted into one line is kept and reported, and stops no other save', async ({ page }) => {
  await openForm(page, 'basic');
  const post = page.getByRole('textbox', { name: '现任岗位或职务' });
  await post.fill('任'.repeat(1500));
  await expect(page.getByText(/1500 字，最多/)).toBeVisible();
  await saved(page);
  await page.reload();
  await expect(post).toHaveValue('任'.repeat(1500));
  await post.fill('任'.repeat(2500));
  await expect(page.getByRole('alert').filter({ hasText: '没有保存到服务器' })).toContainText('太长');
  await post.fill('系主任');
  await saved(page);
  await expect(page.getByText('没有保存到服务器')).toBeHidden();
});

test('every part fits on a phone and satisfies axe', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await login(page, applicant, '/apply/project');
  await expectNoAxeFindings(page);
  await page.getByRole('list', { name: '我的申报' }).getByRole('link').first().click();
  const choice = page.getByRole('combobox', { name: '申报表各部分' });
  await expect(choice).toBeVisible();
  for (const name of [
    '申报信息',
    '学历学位',
    '工作经历',
    '年度考核与师德',
    '教学',
    '科研',
    '代表作',
    '附件',
    '核对与提交',
  ]) {
    await page
      .getByRole('button', { name: `下一部分：${name}` })
      .or(page.getByRole('button', { name: /^下一部分/ }))
      .first()
      .click();
    await expect(page.getByRole('button', { name: /^上一部分/ })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectNoAxeFindings(page);
  }
});

test('an entry is added, filled in and taken out with keys alone, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openForm(page, 'employment');
  const add = page.getByRole('button', { name: '添加经历' });
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: '单位' })).toBeFocused();
  await page.keyboard.type('键盘大学');
  await page.getByRole('button', { name: '完成' }).press('Enter');
  await expect(page.getByRole('button', { name: '修改 键盘大学' })).toBeFocused();
  await page.getByRole('button', { name: '删除 键盘大学' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).press('Enter');
  await expect(add).toBeFocused();
});
