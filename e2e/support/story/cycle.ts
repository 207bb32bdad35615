import { expect } from '@playwright/test';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { office } from '../accounts.ts';
import { choose, dayAhead, goTo, newCycle, save } from '../cycle-steps.ts';
import type { World } from './world.ts';

export type Cycle = { id: number; name: string };

/** Days after the beginning. */
export const days = { applyCloses: 10, reportCloses: 20, eligibilityCloses: 30, reviewCloses: 60 };

const name = '故事年度高等学校教师系列高级职称评审';

/** Less than usual is asked for, so that sheets bring all of it. */
const rules = {
  W1: { values: { least: { fullSenior: 1, associateSenior: 1, middle: 0, junior: 0, technician: 0 } } },
  M1: {
    values: {
      least: {
        education: 1,
        title: 0,
        assessment: 0,
        teaching: 0,
        research: 0,
        representativeWork: 1,
        other: 0,
      },
    },
  },
};

/** A cycle from its first step to its publication; the office looks at it as an applicant will. */
export const setUpCycle = async (world: World): Promise<Cycle> => {
  const page = await world.newPage();
  await newCycle(page, name);
  const id = Number(new URL(page.url()).searchParams.get('edit'));
  await page.getByLabel('评委会名称').fill('省高校教师高级职称评审委员会');
  await page.getByLabel('备案日期').fill(dayAhead(-30));
  await page.getByRole('radio', { name: '评聘分开' }).check();
  await page.getByRole('radio', { name: '查看对应须经第二人同意' }).check();
  await page.getByRole('radio', { name: '可以下载，每页加水印' }).check();
  await save(page, '基本信息');
  await goTo(page, '范围与指标');
  for (const level of ['正高级', '副高级']) {
    await page.getByRole('button', { name: '添加系列和层级' }).click();
    if (level === '正高级') {
      await choose(page, '职称系列', '高等学校教师');
      await choose(page, '职称层级', level);
    }
  }
  await expect(page.getByRole('group', { name: '第 2 项' })).toContainText('副高级');
  await save(page, '范围与指标');
  await goTo(page, '时间');
  for (const [label, day] of [
    ['申报开始', -1],
    ['申报截止', days.applyCloses],
    ['学校报送截止', days.reportCloses],
    ['资格审查截止', days.eligibilityCloses],
    ['专家评审截止', days.reviewCloses],
    ['任职年限截止日', 90],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(dayAhead(day));
  await save(page, '时间');
  await goTo(page, '通知与承诺书');
  await page.getByLabel('申报通知').fill('请各单位按时申报。');
  await save(page, '通知与承诺书');
  const call = await world.callAs(office);
  await call(cycleApi.saveRules, { body: { id, rules } });
  await call(cycleApi.saveMaterials, { body: { id, rules, proofs: [] } });
  await page.reload();

  await goTo(page, '核对');
  await expect(page.getByText('各步都已填好，可以发布。')).toBeVisible();
  await page.getByRole('button', { name: '预览申报页' }).click();
  const preview = page.getByRole('dialog', { name: '申报人看到的' });
  await expect(preview).toContainText('请各单位按时申报。');
  await expect(preview).toContainText('高等学校教师 副高级');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '发布', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `发布「${name}」` });
  await dialog.getByRole('button', { name: '发布', exact: true }).click();
  await expect(page.getByRole('list', { name: '批次进度' }).locator('[aria-current]')).toContainText(
    '申报中',
  );
  await page.context().close();
  return { id, name };
};
