import type { Page } from '@playwright/test';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { expert, office, office2, supervisor } from './support/accounts.ts';
import { callerOf, keptSession } from './support/api.ts';
import { confirmShown } from './support/confirm-shown.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { workByKeyboard, workWithResult } from './support/draw-result.ts';
import { releaseByTwo } from './support/release-by-two.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/serial.ts';

// The round of the demo goes on from one story to the next.
test.describe.configure({ mode: 'serial' });

const TEXT =
  '申报人研究方向稳定，代表作有创新，论证严谨，本人贡献明确，教学与社会服务也有实绩，达到申报职称的要求，同意推荐。';

const list = '/desk/task';
const openTask = async (page: Page, verb: string) => {
  await page
    .getByRole('link', { name: new RegExp(`^${verb} `) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const saved = (page: Page) => expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible();
const writeOpinion = async (page: Page) => {
  await expect(page.getByRole('radio', { name: /^良好/ })).toHaveCount(4);
  for (const level of await page.getByRole('radio', { name: /^良好/ }).all()) await level.check();
  await page.getByLabel('评审意见', { exact: false }).first().fill(TEXT);
  await page.getByRole('radio', { name: '同意', exact: true }).check();
};

/** Files of the round that lack experts, and how many they lack. */
const readVacancies = async (page: Page) => {
  const call = callerOf(page.request, await keptSession(page.request, office));
  const { content: cycles } = await call(cycleApi.list, { query: { size: 100 } });
  const cycle = cycles.find(({ name, state }) => state === 'reviewing' && name.includes('第一批'))!;
  const { marks, places, filled } = await call(assignmentApi.summary, { query: { cycleId: cycle.id } });
  return { files: marks.short, places: places - filled };
};

test('an expert signs for a file and it opens', async ({ page }) => {
  await login(page, expert, list);
  await expect(page.getByText(/有 1 份材料等待您签署/)).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: '去签署' }).click();
  await expect(page.getByRole('heading', { name: '评审专家承诺书' })).toBeVisible();
  await page.getByRole('button', { name: '签署承诺' }).click();
  await expect(page.getByText('请先勾选已阅读并承诺')).toBeVisible();
  await page.getByRole('checkbox', { name: /我已阅读并承诺/ }).check();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: '签署承诺' }).click();
  await expect(page.getByText(/材料可以评审了/).first()).toBeVisible();
  await expect(page.getByText(/份材料等待您签署/)).toBeHidden();
});

test('an expert writes without the network, loses the page, and nothing is lost', async ({
  page,
  context,
}) => {
  await login(page, expert, list);
  await openTask(page, '开始评审');
  await expect(page.getByRole('heading', { name: '代表作', exact: true })).toBeVisible();
  await writeOpinion(page);
  await saved(page);
  await expectNoAxeFindings(page);
  await context.setOffline(true);
  await page.getByLabel('评审意见', { exact: false }).first().fill(`${TEXT}离线时补充的一句。`);
  await expect(page.getByText('离线，已存本机')).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  const text = page.getByLabel('评审意见', { exact: false }).first();
  await expect(text).toHaveValue(/离线时补充的一句。$/);

  // A save whose answer was lost is no change of another device, and is retried automatically.
  const save = '**/api/review/*';
  await page.route(save, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await text.fill(`${TEXT}到了，没有回音。`);
  await expect(page.getByRole('button', { name: '保存失败，重试' })).toBeVisible();
  await text.fill(`${TEXT}到了，没有回音。又写了一句。`);
  await page.unroute(save);
  await saved(page);
  await expect(text).toHaveValue(/又写了一句。$/);
});

test('an expert reads a material beside the opinion, and finds words in it', async ({ page }) => {
  await login(page, expert, list);
  await openTask(page, '(继续评审|查看)');
  await page
    .getByRole('link', { name: /^代表作 1/ })
    .first()
    .click();
  const first = page.getByRole('region', { name: '第 1 页' });
  await expect(first.getByText('问题的提出').first()).toBeVisible();
  await page.getByRole('button', { name: '查找' }).click();
  await page.getByLabel('在文件中查找').fill('参考文献');
  await expect(page.getByText('1 / 1', { exact: true })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: '返回材料' }).click();
  await expect(page.getByRole('link', { name: /^代表作 1\s*（已读）/ })).toBeVisible();
});

test('an expert hands in after a summary, takes it back and hands it in again', async ({ page }) => {
  await login(page, expert, list);
  await openTask(page, '继续评审');
  await writeOpinion(page);
  await saved(page);
  await page.getByRole('button', { name: '提交评审' }).click();
  const summary = page.getByRole('dialog', { name: /^提交 .* 的评审意见$/ });
  await expect(summary.getByText(TEXT.slice(0, 20))).toBeVisible();
  await expectNoAxeFindings(page);
  await summary.getByRole('button', { name: '提交', exact: true }).click();
  await expect(page.getByText(/^已提交 \d{4}/)).toBeVisible();
  await expect(page.getByText(/内容摘要 [0-9a-f]{16}/)).toBeVisible();
  await expectNoAxeFindings(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/内容摘要（SHA-256）：[0-9a-f]{64}/)).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: '历次保存' }).click();
  const history = page.getByRole('dialog', { name: /历次保存$/ });
  await history
    .getByText(/^第 \d+ 次/)
    .first()
    .click();
  await expect(history.getByText(TEXT).first()).toBeVisible();
  await expectNoAxeFindings(page);
  await history.getByRole('button', { name: '关闭详情' }).click();
  await page.getByRole('button', { name: '撤回修改' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回修改' }).click();
  await expect(page.getByRole('button', { name: '提交评审' })).toBeVisible();
  await page.getByRole('button', { name: '提交评审' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '提交', exact: true }).click();
  await expect(page.getByText(/^已提交 \d{4}/)).toBeVisible();
});

test('an expert scores on a phone, and recuses from a project', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await login(page, expert, list);
  await openTask(page, '开始评审');
  await page.getByText('评分', { exact: true }).click();
  await page.getByRole('radio', { name: /^优秀/ }).first().check();
  await saved(page);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: '需要回避' }).click();
  const dialog = page.getByRole('dialog', { name: '需要回避' });
  await dialog.getByLabel('原因').fill('与申报人近年合作过项目');
  await dialog.getByRole('button', { name: '申请回避' }).click();
  await expect(page.getByText('已申请回避，材料已转交其他专家').first()).toBeVisible();
  await expect(page.getByText('已回避')).toBeVisible();
});

test('the office looks at a project, replaces an expert, and returns an opinion', async ({ page }) => {
  await login(page, office, '/review/assignment');
  await expect(page.getByText(/材料 51 份/)).toBeVisible();
  await expectNoAxeFindings(page);
  await page
    .getByRole('row')
    .filter({ hasText: '待签承诺' })
    .first()
    .getByRole('link', { name: /打开/ })
    .click();
  await expect(page.getByRole('heading', { name: '评审意见' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: '分差' })).toBeVisible();
  // The reviewed works, beside the opinion.
  const work = page.getByRole('region', { name: '材料' }).getByRole('link').first();
  await work.click();
  const reader = page.getByRole('complementary', { name: '正在看的文件' });
  await expect(reader.locator('canvas').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: '评审意见' })).toBeVisible();
  await expectNoAxeFindings(page);
  // The sheet is about the file, without it.
  await page.emulateMedia({ media: 'print' });
  await expect(reader).toBeHidden();
  await expect(page.getByRole('heading', { name: '评审意见' })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await reader.getByRole('button', { name: '关闭文件' }).click();
  await expect(reader).toBeHidden();
  await expect(work).toBeFocused();
  await page
    .getByRole('button', { name: /^换人：/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^换下/ });
  await dialog.getByRole('radio').first().check();
  await dialog.getByLabel('原因').fill('专家出国，不能按时评审');
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: '提请复核' }).click();
  const waiting = page.getByRole('alert').filter({ hasText: '提请送审后换人，待他人复核' });
  await expectNoAxeFindings(page);
  const request = await waiting.getByRole('link', { name: '去双人复核' }).getAttribute('href');
  const file = new URL(page.url());
  await login(page, office2, request!.replace('/title/web', ''));
  await confirmShown(page, '换成专家');
  await expect(page.getByText('已同意并办理').first()).toBeVisible();
  await login(page, office, `${file.pathname.replace('/title/web', '')}${file.search}`);
  await expect(page.getByText(/人工调整：专家出国，不能按时评审（.+提出、.+复核）/)).toBeVisible();
  await expect(page.getByRole('heading', { name: '曾经的安排' })).toBeVisible();
});

test('office and supervisor hold a draw side by side, and the record verifies', async ({ page, browser }) => {
  // The longest story but that of the whole review.
  await login(page, office, '/review/draw');
  await page.getByRole('button', { name: '发起抽取' }).click();
  const plan = page.getByRole('dialog', { name: '发起抽取' });
  await plan.getByLabel('批次').click();
  await page.getByRole('option', { name: /第一批/ }).waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await expectNoAxeFindings(page);
  await plan.getByRole('button', { name: '发起抽取' }).click();
  await expect(page.getByText('第一步：评审办、监督员提交随机数的承诺值')).toBeVisible();
  await page.getByRole('button', { name: '生成随机数并提交承诺值' }).click();
  await expect(page.getByText('第一步：监督员提交随机数的承诺值')).toBeVisible();

  const other = await browser.newContext({ acceptDownloads: true });
  const witness = await other.newPage();
  await login(
    witness,
    supervisor,
    new URL(page.url()).pathname.replace(/^.*\/web/, '') + new URL(page.url()).search,
  );
  await expect(witness.getByText(/^发起前 30 天至送审结束/)).toBeVisible();
  await witness.getByRole('button', { name: '生成随机数并提交承诺值' }).click();
  // The office sees it by itself.
  await expect(page.getByText('第二步：评审办冻结名册')).toBeVisible();
  // The three files of the demo, and those whose expert another story has taken away.
  const { files, places } = await readVacancies(page);
  expect(files).toBeGreaterThanOrEqual(3);
  await page.getByRole('button', { name: '冻结名册' }).click();
  await expect(page.getByText(`材料 ${files} 份、需专家 ${places} 人次`)).toBeVisible();
  await page.getByRole('button', { name: '公开随机数' }).click();
  await expect(witness.getByText('第三步：监督员公开随机数')).toBeVisible();
  await expectNoAxeFindings(witness);
  await witness.getByRole('button', { name: '公开随机数' }).click();
  await expect(page.getByText('结果已产生，发布前可以人工调整')).toBeVisible();
  await expectNoAxeFindings(page);
  await workByKeyboard(page);
  await workWithResult(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载记录' }).click();
  const record = await (await download).path();
  await releaseByTwo(page, async () => (await browser.newContext()).newPage());

  await witness.getByRole('button', { name: '返回列表' }).click();
  await witness.getByRole('button', { name: '验证抽取记录' }).click();
  const verify = witness.getByRole('dialog', { name: '验证抽取记录' });
  await verify.getByLabel('选择抽取记录').setInputFiles(record);
  await expect(verify.getByText('验证通过：结果可以由任何人重新算出')).toBeVisible();
  await expectNoAxeFindings(witness);
  await other.close();
});
