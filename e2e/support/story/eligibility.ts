import { expect, type Page } from '@playwright/test';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { office, office2 } from '../accounts.ts';
import { confirmShown } from '../confirm-shown.ts';
import { login, web } from '../sign-in.ts';
import { handIn } from './applicants-apply.ts';
import type { Cycle } from './cycle.ts';
import { applicants, ownAccountOf } from './people.ts';
import { chooseAll, listOf, openOne } from './school-checks.ts';
import type { World } from './world.ts';

const [exceptional, incomplete, refused] = [applicants[2]!, applicants[3]!, applicants[4]!];
/** Eligible in the end: of twenty-eight one is refused. */
export const ELIGIBLE = applicants.length - 3;

const openForm = async (page: Page) => {
  await page.getByRole('button', { name: '资格审查', exact: true }).click();
  return page.getByRole('region', { name: '资格审查' });
};

const assess = async (page: Page, wrong: string | null) => {
  const form = await openForm(page);
  if (wrong) {
    const item = form.getByRole('radiogroup', { name: wrong });
    await item.getByRole('radio', { name: '不符合' }).check();
  }
  for (const item of await form.getByRole('radiogroup').all())
    if ((await item.getByRole('radio', { checked: true }).count()) === 0)
      await item.getByRole('radio', { name: '符合', exact: true }).check();
  for (const remark of await form.getByRole('textbox', { name: /认可的理由/ }).all())
    await remark.fill('已核对原件');
  return form;
};

/** Before the first decision in a cycle; what was asked goes on by itself. */
const signAsStaff = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: '签署工作人员承诺书' });
  await dialog.getByRole('button', { name: '签署并继续' }).click();
  await expect(dialog.getByText('请先阅读并同意承诺书')).toBeVisible();
  await dialog.getByRole('checkbox', { name: '我已阅读并同意上述承诺' }).check();
  await dialog.getByRole('button', { name: '签署并继续' }).click();
};

/** Item by item: one asked for more, one refused by a rule, one by two people, and the clear ones together. */
export const checkEligibility = async (world: World, cycle: Cycle) => {
  const page = await world.newPage();
  await login(page, office);
  await openOne(page, cycle, incomplete);
  await page.getByRole('button', { name: '要求补正' }).click();
  await page.getByRole('button', { name: '写退回意见：附件' }).click();
  await page.getByRole('textbox', { name: '退回意见：附件' }).fill('请补充教学评价证明');
  await page.getByRole('button', { name: '要求补正…' }).click();
  const dialog = page.getByRole('dialog', { name: /^要求补正/ });
  await dialog.getByLabel('总的补正要求').fill('请补充证明材料');
  await dialog.getByRole('button', { name: '确认要求补正' }).click();
  await signAsStaff(page);
  await expect(dialog).toBeHidden();
  await handIn(await world.callAs(ownAccountOf(incomplete)));

  await openOne(page, cycle, refused);
  const refusal = await assess(page, '任现职年限');
  await refusal.getByRole('textbox', { name: '任现职年限：不符合的理由' }).fill('任现职未满五年');
  await refusal.getByRole('button', { name: '判定不合格' }).click();
  await expect(page.getByRole('alert').getByText(/判定：资格不合格/)).toBeVisible();

  await openOne(page, cycle, exceptional);
  await (await assess(page, null)).getByRole('button', { name: '提请判定合格' }).click();
  await expect(page.getByRole('alert').getByText(/提请判定：资格合格，待他人复核/)).toBeVisible();
  const second = await world.newPage();
  await login(second, office2);
  await openOne(second, cycle, exceptional);
  await second.getByRole('link', { name: '去双人复核' }).click();
  await confirmShown(second, '判定资格合格');
  await signAsStaff(second);
  await expect(second.getByText('已同意并办理').first()).toBeVisible();
  await openOne(second, cycle, exceptional);
  await expect(second.getByRole('alert').getByText(/判定：资格合格/)).toBeVisible();

  await page.goto(web(listOf(cycle, 'reported')));
  await chooseAll(page, ELIGIBLE - 1);
  await page.getByRole('button', { name: '批量判定合格' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '判定合格' }).click();
  await expect(page.getByText(`已判定 ${ELIGIBLE - 1} 份资格合格`).first()).toBeVisible();
  const call = await world.callAs(office);
  const { totalElements } = await call(projectListApi.list, {
    query: { cycleId: cycle.id, state: 'eligible' },
  });
  expect(totalElements).toBe(ELIGIBLE);
  for (const one of [page, second]) await one.context().close();
};
