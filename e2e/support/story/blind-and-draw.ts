import { expect, type Page } from '@playwright/test';
import { office, supervisor } from '../accounts.ts';
import { releaseByTwo } from '../release-by-two.ts';
import { login, web } from '../sign-in.ts';
import { days, type Cycle } from './cycle.ts';
import { ELIGIBLE } from './eligibility.ts';
import type { World } from './world.ts';

const confirmIn = (page: Page, verb: string) =>
  page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();

/** Names are found and covered in every work, and the copies that are clean are released together. */
export const makeBlindCopies = async (world: World, cycle: Cycle) => {
  await world.travelTo(days.eligibilityCloses + 1);
  const page = await world.newPage();
  await login(page, office, `/review/cycle?edit=${cycle.id}`);
  await page.getByRole('button', { name: '进入评审' }).click();
  await confirmIn(page, '进入评审');
  await expect(page.getByText('批次已进入评审').first()).toBeVisible();

  await page.goto(web(`/review/blind?cycleId=${cycle.id}`));
  const states = page.getByRole('navigation', { name: '各状态的盲审副本数' });
  await expect(states.getByRole('link', { name: /^全部 [1-9]\d*$/ })).toBeVisible();
  await page.getByRole('button', { name: '制作副本' }).click();
  await expect(states.getByRole('link', { name: `已遮盖 ${ELIGIBLE}` })).toBeVisible({ timeout: 600_000 });
  await page.getByRole('button', { name: '放行已遮盖的' }).click();
  await confirmIn(page, '放行');
  await expect(page.getByText(`已放行 ${ELIGIBLE} 个副本`).first()).toBeVisible();
  await page.context().close();
};

/** The office and the supervisor draw, each with a secret number; one place is changed, and the record is verified. */
export const draw = async (world: World, cycle: Cycle) => {
  const page = await world.newPage();
  await login(page, office, '/review/draw');
  await page.getByRole('button', { name: '发起抽取' }).click();
  const plan = page.getByRole('dialog', { name: '发起抽取' });
  await plan.getByLabel('批次').click();
  await page.getByTitle(cycle.name, { exact: true }).last().click();
  await plan.getByRole('button', { name: '发起抽取' }).click();
  await page.getByRole('button', { name: '生成随机数并提交承诺值' }).click();
  await expect(page.getByText('第一步：监督员提交随机数的承诺值')).toBeVisible();
  const address = page.url();
  const witness = await world.newPage();
  await login(
    witness,
    supervisor,
    new URL(address).pathname.replace(/^.*\/web/, '') + new URL(address).search,
  );
  await witness.getByRole('button', { name: '生成随机数并提交承诺值' }).click();
  await page.getByRole('button', { name: '冻结名册' }).click();
  await expect(page.getByText(`材料 ${ELIGIBLE} 份、需专家 ${ELIGIBLE * 3} 人次`)).toBeVisible();
  await page.getByRole('button', { name: '公开随机数' }).click();
  await witness.getByRole('button', { name: '公开随机数' }).click();
  await expect(page.getByText('结果已产生，发布前可以人工调整')).toBeVisible();

  await page.getByRole('link', { name: '查看和调整结果' }).click();
  await page.getByRole('link', { name: /^换人/ }).first().click();
  await page
    .getByRole('button', { name: /^换人：/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^换下/ });
  await dialog.getByRole('radio').first().check();
  await dialog.getByLabel('原因').fill('研究方向更近');
  await dialog.getByRole('button', { name: '换人', exact: true }).click();
  await expect(page.getByText('人工调整：研究方向更近')).toBeVisible();

  await page.goto(address);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载记录' }).click();
  const record = await (await download).path();
  await releaseByTwo(page, () => world.newPage());
  await witness.getByRole('button', { name: '返回列表' }).click();
  await witness.getByRole('button', { name: '验证抽取记录' }).click();
  const verify = witness.getByRole('dialog', { name: '验证抽取记录' });
  await verify.getByLabel('选择抽取记录').setInputFiles(record);
  await expect(verify.getByText('验证通过：结果可以由任何人重新算出')).toBeVisible();
  for (const one of [page, witness]) await one.context().close();
};
