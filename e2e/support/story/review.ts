import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, type Page } from '@playwright/test';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { DEMO_PASSWORD } from '../../../server/src/demo-password.ts';
import { type Account, office, office2, school } from '../accounts.ts';
import type { Call } from '../api.ts';
import { login } from '../sign-in.ts';
import { days, type Cycle } from './cycle.ts';
import { ELIGIBLE } from './eligibility.ts';
import { applicants, ownAccountOf } from './people.ts';
import { uncoverAgain, uncoverMapping } from './mapping.ts';
import { openOne } from './school-checks.ts';
import type { World } from './world.ts';

const TEXT =
  '申报人研究方向稳定，代表作有创新，论证严谨，本人贡献明确，教学与社会服务也有实绩，达到申报职称的要求，同意推荐。';
const opinion = {
  scores: { topic: 16, method: 25, works: 30, norms: 12 },
  texts: { opinion: TEXT },
  conclusion: 'agree' as const,
  grade: null,
};

type Reviewer = { expertId: number; name: string; tasks: number; account: Account };

/** Who has files of the cycle, those with the most first. */
const findReviewers = async (call: Call, { id: cycleId }: Cycle): Promise<Reviewer[]> => {
  const { content } = await call(reviewBoardApi.experts, { query: { cycleId, size: 200 } });
  const found = [];
  for (const { expertId, name, tasks } of content) {
    const { content: people } = await call(expertPoolApi.list, { query: { id: expertId } });
    found.push({
      expertId,
      name,
      tasks,
      account: { username: people[0]!.username!, password: DEMO_PASSWORD },
    });
  }
  return found.toSorted((one, other) => other.tasks - one.tasks);
};

/** An expert without assignments in other cycles, so that the list shows only those of the story. */
const findWithoutOthers = async (world: World, reviewers: readonly Reviewer[]): Promise<Reviewer> => {
  for (const reviewer of reviewers) {
    // As the expert: the office may not list an expert's assignments in a blind cycle.
    const call = await world.callAs(reviewer.account);
    const { totalElements } = await call(reviewApi.list, { params: { id: reviewer.expertId } });
    if (totalElements === reviewer.tasks) return reviewer;
  }
  throw new Error('Everybody has files of another cycle');
};

/** Signs, and submits all open assignments of the cycle. */
const reviewAll = async (world: World, { account, expertId }: Reviewer, { id: cycleId }: Cycle) => {
  const call = await world.callAs(account);
  const { text, tasks } = await call(reviewApi.commitment, { query: { cycleId } });
  if (tasks.length > 0)
    await call(reviewApi.commit, { body: { cycleId, version: text!.version, agreed: true } });
  const { content } = await call(reviewApi.list, { params: { id: expertId }, query: { cycleId, size: 100 } });
  for (const { assignmentId: id, status } of content) {
    if (!['accepted', 'reviewing', 'returned'].includes(status)) continue;
    const { version } = await call(reviewApi.read, { params: { id } });
    const saved = await call(reviewApi.save, {
      params: { id },
      body: { version, opinion, client: 'story', seconds: 60 },
    });
    await call(reviewApi.submit, { params: { id }, body: { version: saved.version } });
  }
};

/** Takes the first file along; it is stamped, so larger than the one on the server, and has its pages. */
const takeAlong = async (page: Page) => {
  await page.locator('.desk-files a').first().click();
  await expect(page.getByRole('region', { name: '第 1 页' })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^[A-Z2-9]{6} 代表作 1\.pdf$/);
  const pdf = await PDFDocument.load(await readFile(await download.path()), { updateMetadata: false });
  expect(pdf.getPageCount()).toBeGreaterThan(0);
  await page.getByRole('button', { name: '返回材料' }).click();
};

/** Declares a conflict, writes without network on one device, and submits on another. */
const reviewInBrowser = async (world: World, { account }: Reviewer) => {
  const page = await world.newPage();
  await login(page, account, '/desk/task');
  await page.getByRole('link', { name: '去签署' }).first().click();
  await page.getByRole('radio', { name: '申请回避' }).first().check();
  await page.getByRole('radio', { name: '师生关系' }).check();
  await page.getByRole('checkbox', { name: /我已阅读并承诺/ }).check();
  await page.getByRole('button', { name: '签署承诺' }).click();
  await expect(page.getByText(/^已签署，打开 \d+ 份，1 份已转交其他专家$/).first()).toBeVisible();
  await page
    .getByRole('link', { name: /^开始评审 / })
    .first()
    .click();
  await expect(page.getByRole('radio', { name: /^良好/ })).toHaveCount(4);
  await expect(page.getByText('申屠')).toHaveCount(0);
  await expect(page.getByText('北京大学')).toHaveCount(0);
  await takeAlong(page);
  for (const level of await page.getByRole('radio', { name: /^良好/ }).all()) await level.check();
  const text = page.getByLabel('评审意见', { exact: false }).first();
  await page.context().setOffline(true);
  await text.fill(TEXT);
  await expect(page.getByText('离线，已存本机')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible();

  const tablet = await world.newPage();
  await login(
    tablet,
    account,
    new URL(page.url()).pathname.replace(/^.*\/web/, '') + new URL(page.url()).search,
  );
  await expect(tablet.getByLabel('评审意见', { exact: false }).first()).toHaveValue(TEXT);
  await tablet.getByRole('radio', { name: '同意', exact: true }).check();
  await expect(tablet.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible();
  await tablet.getByRole('button', { name: '提交评审' }).click();
  await tablet.getByRole('dialog').getByRole('button', { name: '提交', exact: true }).click();
  await expect(tablet.getByText(/^已提交 \d{4}/)).toBeVisible();
  for (const one of [page, tablet]) await one.context().close();
};

/** Experts review; one declares a conflict, one opinion is returned and mended, one is late, reminded and replaced. */
export const review = async (world: World, cycle: Cycle) => {
  const call = await world.callAs(office);
  const reviewers = await findReviewers(call, cycle);
  const first = await findWithoutOthers(world, reviewers);
  const others = reviewers.filter((reviewer) => reviewer !== first);
  await reviewInBrowser(world, first);
  const late = others.at(-1)!;
  for (const expert of [first, ...others.slice(0, -1)]) await reviewAll(world, expert, cycle);

  // The place of the conflict has another expert.
  const { filled, places } = await call(assignmentApi.summary, { query: { cycleId: cycle.id } });
  expect(filled).toBe(places);

  await uncoverMapping(
    world,
    cycle,
    reviewers.map(({ name }) => name),
  );
  const { content: files } = await call(assignmentApi.files, {
    query: { cycleId: cycle.id, expertId: others[0]!.expertId, size: 1 },
  });
  const opinions = await call(assignmentApi.opinions, { params: { id: files[0]!.projectId } });
  const returned = opinions.experts.find(
    ({ name, state }) => name === others[0]!.name && state === 'submitted',
  )!;
  await call(assignmentApi.return, {
    params: { id: returned.assignmentId },
    body: { version: returned.version, reason: '请补充对代表作的评价', dueAt: null },
  });
  await reviewAll(world, others[0]!, cycle);

  await world.travelTo(days.reviewCloses + 2);
  await uncoverAgain(world, cycle);
  const page = await world.newPage();
  await login(page, office, `/review/assignment?cycleId=${cycle.id}&mark=late`);
  await page
    .getByRole('row')
    .filter({ hasText: late.name })
    .first()
    .getByRole('link', { name: /打开/ })
    .click();
  await page.getByRole('button', { name: `催办${late.name}` }).click();
  const letters = page.getByRole('dialog', { name: '催办 1 位专家' });
  await expect(letters.getByText(/请登录系统完成|请尽快完成/)).toBeVisible();
  await letters.getByRole('button', { name: '催办', exact: true }).click();
  await expect(page.getByText(/^已催办/).first()).toBeVisible();
  await page.context().close();
  const again = await world.callAs(office);
  const { content: overdue } = await again(assignmentApi.files, {
    query: { cycleId: cycle.id, expertId: late.expertId, size: 50 },
  });
  for (const { projectId } of overdue) {
    const { experts } = await again(assignmentApi.opinions, { params: { id: projectId } });
    const { assignmentId: id, version } = experts.find(({ name }) => name === late.name)!;
    await again(assignmentApi.replace, { params: { id }, body: { version, reason: '逾期未评' } });
  }
  for (const expert of await findReviewers(again, cycle)) await reviewAll(world, expert, cycle);
};

/** The round is closed and its results are published; the experts stay unknown. */
export const closeAndPublish = async (world: World, cycle: Cycle) => {
  const names = (await findReviewers(await world.callAs(office), cycle)).map(({ name }) => name);
  const page = await world.newPage();
  await login(page, office, `/review/assignment?cycleId=${cycle.id}`);
  const act = async (verb: string, confirmed = verb) => {
    await page.getByRole('button', { name: verb }).click();
    const dialog = page.getByRole('dialog');
    if (confirmed !== verb) await dialog.getByRole('textbox', { name: '提前结束的原因' }).fill('意见已交齐');
    await dialog.getByRole('button', { name: confirmed }).click();
    await expect(dialog).toBeHidden();
  };
  await act('结束送审', '提请复核');
  const second = await world.newPage();
  await login(second, office2, '/review/confirmation');
  await second
    .getByRole('row')
    .filter({ hasText: '提前结束送审' })
    .getByRole('button', { name: /^同意/ })
    .click();
  await second.getByRole('dialog').getByRole('button', { name: /^同意/ }).click();
  await expect(page.getByText(/送审已于 .* 结束/)).toBeVisible();
  await act('公布结果');
  await expect(page.getByText(/结果已于 .* 公布/)).toBeVisible();
  await expect(page.getByText(`材料 ${ELIGIBLE} 份`, { exact: false }).first()).toBeVisible();

  const own = await world.newPage({ phone: true });
  await login(own, ownAccountOf(applicants[0]!), '/apply/project');
  await own.getByRole('list', { name: '我的申报' }).getByRole('link').first().click();
  await expect(own.getByText('送审通过').first()).toBeVisible();
  await expect(own.getByText(TEXT).first()).toBeVisible();
  const officer = await world.newPage();
  await login(officer, school);
  await openOne(officer, cycle, applicants[0]!);
  await expect(officer.getByText(TEXT).first()).toBeVisible();
  for (const reader of [own, officer]) {
    const seen = await reader.locator('body').innerText();
    expect(names.filter((name) => seen.includes(name))).toEqual([]);
  }
};
