import { expect, type Page } from '@playwright/test';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { admin } from '../accounts.ts';
import type { Call } from '../api.ts';
import { changeFirstPassword } from '../first-login.ts';
import { login, web } from '../sign-in.ts';
import { accountOf, type Applicant, applicants, NEW_PASSWORD, ownAccountOf } from './people.ts';
import type { World } from './world.ts';

/** Codes that one address may ask for in a short while leave room for fewer than all. */
const BATCH_SIZE = 20;
const CONTRIBUTION = '提出了新的方法，并给出证明。';

const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^已保存/ })).toBeVisible();

const openPart = async (page: Page, step: string) => {
  await page.goto(web('/apply/project'));
  await page.getByRole('list', { name: '我的申报' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: '基本情况' })).toBeVisible();
  const url = new URL(page.url());
  url.searchParams.set('step', step);
  await page.goto(url.href);
};

/** Content of the applicant's only project. */
export const readOwn = async (call: Call) => {
  const [own] = await call(projectApi.own);
  const project = await call(projectApi.read, { params: { id: own!.id } });
  if (project.view !== 'applicant') throw new Error(`seen as ${project.view}`);
  return project;
};

/** Submits the saved form. */
export const handIn = async (call: Call) => {
  const { id, version, cycle } = await readOwn(call);
  const body = { version, commitmentId: cycle.commitment!.id, agreed: true } as const;
  await call(projectApi.submit, { params: { id }, body });
};

/** Chooses the representative work, which sheets do not contain, and submits. */
const completeAndHandIn = async (call: Call) => {
  const { id, version, form } = await readOwn(call);
  const work = { key: 'w1', entry: form.research.papers[0]!.key, contribution: CONTRIBUTION };
  await call(projectApi.saveForm, {
    params: { id },
    body: { version, form: { ...form, works: { works: [work] } } },
  });
  await handIn(call);
};

/** The first sign-in on a phone, an hour without network there, and the rest at a desk. */
const applyInBrowser = async (world: World, person: Applicant) => {
  const phone = await world.newPage({ phone: true });
  const clerk = await world.newPage();
  await login(clerk, admin);
  await changeFirstPassword(phone, clerk, {
    account: accountOf(person),
    newPassword: NEW_PASSWORD,
    phone: person.phone,
  });
  await expect(phone).not.toHaveURL(/login/);
  await openPart(phone, 'statement');
  const statement = phone.getByRole('textbox', { name: '个人述职' });
  await expect(statement).toBeVisible();
  await phone.context().setOffline(true);
  await statement.fill('在路上用手机写的述职，任现职以来承担三门本科课程。');
  await expect(phone.getByText('离线，已存本机')).toBeVisible();
  await phone.context().setOffline(false);
  await saved(phone);

  const desk = await world.newPage();
  await login(desk, ownAccountOf(person));
  await openPart(desk, 'statement');
  await expect(desk.getByRole('textbox', { name: '个人述职' })).toHaveValue(/^在路上用手机写的述职/);
  const parts = desk.getByRole('navigation', { name: '申报表各部分' });
  await parts.getByRole('link', { name: '代表作' }).click();
  await desk.getByRole('button', { name: '添加代表作' }).click();
  await desk.getByRole('combobox', { name: '代表作' }).click();
  await desk.getByTitle(person.paper, { exact: true }).click();
  await desk.getByRole('textbox', { name: '创新与贡献' }).fill(CONTRIBUTION);
  await desk.getByRole('button', { name: '完成' }).click();
  await saved(desk);
  await parts.getByRole('link', { name: '核对与提交' }).click();
  await expect(desk.getByText('申报表已填写完整，可以提交。')).toBeVisible();
  await desk.getByRole('button', { name: '提交申报' }).click();
  const commitment = desk.getByRole('dialog', { name: '提交申报' });
  await commitment.getByRole('checkbox').check();
  await commitment.getByRole('button', { name: '签署并提交' }).click();
  await expect(desk.getByText(/接下来由所在单位审核/)).toBeVisible();
  await desk.emulateMedia({ media: 'print' });
  await expect(desk.getByRole('heading', { level: 1, name: '专业技术职称评审表' })).toBeVisible();
  for (const page of [phone, clerk, desk]) await page.context().close();
};

/** One applicant in the browser, the others by the same calls. */
export const applyAll = async (world: World) => {
  const [first, ...others] = applicants;
  await applyInBrowser(world, first!);
  for (const [index, person] of others.entries()) {
    if (index % BATCH_SIZE === 0) await world.travelTo(0.02 * (1 + index / BATCH_SIZE));
    await completeAndHandIn(await world.callFirst(accountOf(person), NEW_PASSWORD));
  }
};
