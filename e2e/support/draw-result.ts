import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from './axe.ts';
import { tabTo } from './keys.ts';
import { expect } from './test.ts';

const figure = (page: Page, name: RegExp) => page.getByRole('img', { name });
const history = (page: Page) => page.getByRole('heading', { name: '结果产生后的调整' }).locator('..');
const giveReason = async (page: Page, title: string, verb: string, reason: string) => {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('原因').fill(reason);
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await expect(dialog).toBeHidden();
};

/** A file of the demo that no other story takes an expert from: all of its places are of this draw. */
const WHOLE = '0051';

/** The result page without a mouse at 1024 px: fix a row, solve the rest again, look, leave, estimate; the focus is never lost. */
export const workByKeyboard = async (page: Page) => {
  const { keyboard } = page;
  const wide = page.viewportSize()!;
  await page.setViewportSize({ width: 1024, height: 768 });
  const press = async (role: 'button' | 'link', name: string | RegExp) => {
    await tabTo(page, page.getByRole(role, { name }).first(), 120);
    await keyboard.press('Enter');
  };
  await press('link', '查看和调整结果');
  await expect(page.getByRole('heading', { name: /抽取的结果$/ })).toBeVisible();
  await press('button', new RegExp(`^固定 .*${WHOLE}`));
  await expect(page.getByText('与抽取结果相同，固定 3 处')).toBeVisible();
  const free = page.getByRole('button', { name: /^放开 / });
  await expect(free).toBeFocused();
  await press('button', '固定的不变，其余重新求解');
  const trial = page
    .getByText('重新求解的结果与现在完全相同，没有更好的分配')
    .or(page.getByRole('heading', { name: '重新求解的结果，还没有采用' }));
  await expect(trial).toBeVisible();
  await expect(page.getByRole('button', { name: '固定的不变，其余重新求解' })).toBeFocused();
  await press('button', '估算随机程度');
  await expect(page.getByText(/^重新抽取一次，平均.*的分配会与本次相同/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024);
  await expectNoAxeFindings(page);
  await press('button', /^放开 /);
  await expect(page.getByText('与抽取结果相同', { exact: true })).toBeVisible();
  await press('button', '返回抽取');
  await expect(page.getByRole('link', { name: '查看和调整结果' })).toBeVisible();
  await page.setViewportSize(wide);
};

/**
 * On the page of a project: a reason or an exact loss for every other expert, and the cost of replacing each present
 * one.
 */
const askExclusionReasons = async (page: Page) => {
  const others = page.getByRole('table', { name: '匹配最高的其他专家' });
  await expect(others.getByRole('row').nth(1)).toContainText(
    /选他则总体|回避|已停用|未确认|任期|名额|层级|学校/,
  );
  const places = page.getByRole('table', { name: '换下其中一位的代价' });
  // The draw decides whether a successor is left.
  await expect(places.getByRole('row').nth(1)).toContainText(/总体(少|多|不变).*处(总体|没有可以接替的人)/);
  await expectNoAxeFindings(page);
};

/** The best result without one expert in their place: compared with the present one, and not applied. */
const lookAtBestForAll = async (page: Page) => {
  await page
    .getByRole('button', { name: /^换下重排：/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^换下.*其余一起重排$/ });
  await expect(dialog.getByText(/^预计总体.*处。$/)).toBeVisible();
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: '开始重排' }).click();
  await expect(page.getByRole('heading', { name: /^换下.*其余一起重排的结果，还没有采用$/ })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: '不采用' }).click();
  await expect(page.getByText('与抽取结果相同', { exact: true })).toBeVisible();
};

/**
 * From a draw with a result: changes an expert by hand, solves the rest again, undoes both, and returns to the draw.
 */
export const workWithResult = async (page: Page) => {
  const draw = page.url();
  await page.getByRole('link', { name: '查看和调整结果' }).click();
  await expect(page.getByRole('heading', { name: /抽取的结果$/ })).toBeVisible();
  await expect(page.getByText('与抽取结果相同')).toBeVisible();
  await expect(figure(page, /^匹配分的分布（处）：.* 处/)).toBeVisible();
  await page.getByText('各一级学科的供需与结果').click();
  const subjects = page.getByRole('region', { name: '各一级学科的供需与结果' });
  await expect(subjects.getByRole('row').nth(1)).toContainText(/\d{4} .*人次/);
  await expectNoAxeFindings(page);
  const result = page.url();

  const row = page.getByRole('row').filter({ hasText: WHOLE });
  await row.getByRole('link', { name: /换人/ }).click();
  const file = page.url();
  await askExclusionReasons(page);
  await lookAtBestForAll(page);
  await page.goto(file);
  await page
    .getByRole('button', { name: /^换人：/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^换下/ });
  await dialog.getByRole('radio').first().check();
  await expect(dialog.getByRole('status').getByText(/^选他则总体/)).toBeVisible();
  await expect(dialog.getByRole('columnheader', { name: '换人后' })).toBeVisible();
  await dialog.getByLabel('原因').fill('研究方向更近');
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: '换人', exact: true }).click();
  await expect(page.getByText('人工调整：研究方向更近')).toBeVisible();

  await page.goto(result);
  await expect(page.getByText('与抽取结果不同 1 处，固定 1 处')).toBeVisible();
  await expect(history(page).getByText('第 1 次：人工换人，1 处')).toBeVisible();
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: '放开', exact: true }).last().click();
  await page.getByRole('button', { name: '重新求解', exact: true }).click();
  await expect(page.getByRole('heading', { name: '重新求解的结果，还没有采用' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: '采用后' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: '采用这个结果' }).click();
  await giveReason(page, '采用重新求解的结果', '采用', '恢复最优');
  await expect(history(page).getByText('第 2 次：重新求解，1 处')).toBeVisible();

  await page.getByRole('button', { name: '撤销第 2 次调整' }).click();
  await giveReason(page, '撤销第 2 次调整', '撤销', '还是请研究方向更近的专家');
  await expect(page.getByText('与抽取结果不同 1 处')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出表格' }).click();
  const sheet = await (await download).path();
  await page.getByRole('button', { name: '导入表格' }).click();
  const importing = page.getByRole('dialog', { name: '导入抽取结果' });
  await importing.getByLabel('选择抽取结果表格').setInputFiles({
    name: '抽取结果.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await readFile(sheet),
  });
  await expect(importing.getByText('表格与现在的结果相同，没有变动。')).toBeVisible();
  await expectNoAxeFindings(page);
  await importing.getByRole('button', { name: '取消' }).click();

  await expect(page.getByText(/^重新抽取一次，平均.*的分配会与本次相同/)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: '纯随机抽取' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.goto(draw);
};
