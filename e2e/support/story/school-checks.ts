import { expect, type Page } from '@playwright/test';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { school } from '../accounts.ts';
import { login, web } from '../sign-in.ts';
import { handIn, readOwn } from './applicants-apply.ts';
import type { Cycle } from './cycle.ts';
import { applicants, ownAccountOf } from './people.ts';
import type { World } from './world.ts';

/** When five working days are over, whatever holidays there are. */
const AFTER_PUBLICITY = 16;

/** One returned project, one not recommended, and one with an objection. */
const [returned, notRecommended, accused] = [applicants[1]!, applicants[28]!, applicants[29]!];

export const listOf = ({ id }: Cycle, state: string) =>
  `/review/project?cycleId=${id}&state=${state}&size=50`;

export const openOne = async (page: Page, cycle: Cycle, person: { name: string }) => {
  await page.goto(web(`/review/project?cycleId=${cycle.id}&blurry=${encodeURIComponent(person.name)}`));
  await page.getByRole('row').filter({ hasText: person.name }).getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 1, name: `${person.name}的申报` })).toBeVisible();
};

export const chooseAll = async (page: Page, count: number) => {
  await expect(page.getByText(`共 ${count} 条`, { exact: true }).first()).toBeVisible();
  await page.getByRole('columnheader').getByRole('checkbox').check();
};

/** One goes back with a reason at the very field, is mended, and the school sees what was changed. */
const returnOne = async (world: World, page: Page, cycle: Cycle) => {
  await openOne(page, cycle, returned);
  await page.getByRole('button', { name: '退回修改' }).click();
  // The part and its only field are called the same.
  await page.getByRole('button', { name: '写退回意见：个人述职', exact: true }).click();
  await page.getByRole('textbox', { name: '退回意见：个人述职' }).fill('请写明教学工作量');
  await page.getByRole('button', { name: /^退回…/ }).click();
  const dialog = page.getByRole('dialog', { name: /^退回/ });
  await dialog.getByLabel('总的退回原因').fill('述职不完整');
  await dialog.getByRole('button', { name: '确认退回' }).click();
  await expect(dialog).toBeHidden();

  const call = await world.callAs(ownAccountOf(returned));
  const { id, version, form, lastReturn } = await readOwn(call);
  expect(lastReturn!.reasons).toEqual([{ path: 'statement.text', message: '请写明教学工作量' }]);
  const statement = { text: '年均课堂教学 240 学时。' };
  await call(projectApi.saveForm, { params: { id }, body: { version, form: { ...form, statement } } });
  await handIn(call);
  await openOne(page, cycle, returned);
  await expect(
    page.getByRole('region', { name: /后的修改$/ }).getByText('年均课堂教学 240 学时。'),
  ).toBeVisible();
};

const recommendAll = async (world: World, cycle: Cycle) => {
  const call = await world.callAs(school);
  const { content } = await call(projectListApi.list, { query: { cycleId: cycle.id, size: 50 } });
  expect(content.map(({ state }) => state)).toEqual(applicants.map(() => 'submitted'));
  for (const { id, name } of content) {
    const project = await call(projectApi.read, { params: { id } });
    if (project.view === 'applicant') throw new Error(project.view);
    const { version } = project;
    if (name === notRecommended.name)
      await call(projectCheckApi.verdict, {
        params: { id, event: 'decline' },
        body: { version, reason: '师德考核未完成' },
      });
    else
      await call(projectApi.recommend, {
        params: { id },
        body: {
          version,
          expected: 9,
          present: 9,
          inFavour: 7,
          against: 1,
          abstain: 1,
          heldOn: '2026-01-15',
          place: '学院会议室',
          opinion: '业绩突出，同意推荐',
        },
      });
  }
};

const publicise = async (page: Page, cycle: Cycle) => {
  await page.goto(web(listOf(cycle, 'unitPublicity')));
  await chooseAll(page, applicants.length - 1);
  await page.getByRole('button', { name: '开始公示' }).click();
  const dialog = page.getByRole('dialog', { name: `公示 ${applicants.length - 1} 位推荐人选` });
  await dialog.getByLabel('公示地点').fill('学校公告栏');
  await dialog.getByLabel('受理部门及联系方式').fill('人事处 010-62750000');
  await dialog.getByRole('button', { name: '下一步：拟定公示' }).click();
  await expect(dialog.getByLabel('公示正文')).toHaveValue(/5 个工作日/);
  await dialog.getByRole('button', { name: '开始公示' }).click();
  await expect(page.getByText(/单位公示已开始/).first()).toBeVisible();
};

const objectToOne = async (page: Page, cycle: Cycle) => {
  await page.goto(web(`/review/publicity?cycleId=${cycle.id}`));
  await page.getByRole('row').filter({ hasText: cycle.name }).getByRole('link', { name: '打开' }).click();
  await page.getByRole('button', { name: '登记异议' }).click();
  const dialog = page.getByRole('dialog', { name: '登记异议' });
  await dialog.getByLabel('被反映人').fill(accused.name);
  await dialog.getByRole('option').first().waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await dialog.getByLabel('异议人', { exact: true }).fill('李四');
  await dialog.getByLabel('异议内容').fill('论文署名不实');
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
  await dialog.getByLabel('收到日期').fill(today);
  await dialog.getByRole('button', { name: '登记' }).click();
  await expect(page.getByText('论文署名不实')).toBeVisible();
};

const report = async (page: Page, cycle: Cycle) => {
  await login(page, school, listOf(cycle, 'unitPublicity'));
  await chooseAll(page, applicants.length - 1);
  await page.getByRole('button', { name: '报送', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^报送/ });
  await dialog.getByLabel('我代表单位同意上述承诺').check();
  await dialog.getByRole('button', { name: '签署并报送' }).click();
  const told = page.getByRole('dialog', { name: `成功 ${applicants.length - 2}，失败 1` });
  await expect(told.getByText(/异议/).first()).toBeVisible();
  await told.getByRole('button', { name: '知道了' }).click();
};

/** Twenty-eight of thirty are reported: one is not recommended, an open objection stops another one. */
export const checkAndReport = async (world: World, cycle: Cycle) => {
  const page = await world.newPage();
  await login(page, school);
  await returnOne(world, page, cycle);
  await recommendAll(world, cycle);
  await publicise(page, cycle);
  await objectToOne(page, cycle);
  // An open page would go to the login by itself when its session is over.
  await page.goto('about:blank');
  await world.travelTo(AFTER_PUBLICITY);
  await report(page, cycle);
  await page.context().close();
};
