import { expect } from '@playwright/test';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { mappingApi } from '@zhiping/shared/contracts/mapping.ts';
import { office, office2 } from '../accounts.ts';
import { login, web } from '../sign-in.ts';
import { confirmShown } from '../confirm-shown.ts';
import type { Cycle } from './cycle.ts';
import type { World } from './world.ts';

/** Who has which file stays covered until the office asked and a colleague agreed, each on record. */
export const uncoverMapping = async (world: World, { id }: Cycle, experts: readonly string[]) => {
  const address = `/review/assignment?cycleId=${id}`;
  const page = await world.newPage();
  await login(page, office, address);
  const files = page.getByRole('table', { name: '送审材料' });
  const isNamed = async () => {
    const shown = await files.innerText();
    return experts.some((expert) => shown.includes(expert));
  };
  await expect(page.getByText('本批次的专家姓名不与材料一起显示，查看须经另一人复核')).toBeVisible();
  expect(await isNamed()).toBe(false);
  await page.getByRole('button', { name: '申请查看' }).click();
  const dialog = page.getByRole('dialog', { name: '申请查看专家与材料的对应' });
  await dialog.getByLabel('申请原因').fill('有专家逾期，需要更换');
  await dialog.getByRole('button', { name: '申请', exact: true }).click();
  await expect(page.getByRole('button', { name: '申请查看' })).toHaveAttribute('aria-disabled', 'true');

  const colleague = await world.newPage();
  await login(colleague, office2, '/dashboard');
  const queue = colleague.getByRole('region', { name: '待您复核 1' });
  await expect(queue).toContainText('有专家逾期，需要更换');
  await queue.getByRole('listitem').getByRole('link').click();
  await confirmShown(colleague, '的专家与材料的对应 2 小时');
  await expect(colleague.getByText('已同意并办理').first()).toBeVisible();

  await page.goto(web(address));
  await expect(page.getByText(/^可以查看专家与材料的对应，至 /)).toBeVisible();
  await expect.poll(isNamed).toBe(true);
  // The colleague agreed for another account, and has no access either.
  await colleague.goto(web(address));
  await expect(colleague.getByText('本批次的专家姓名不与材料一起显示，查看须经另一人复核')).toBeVisible();
  for (const one of [page, colleague]) await one.context().close();
};

/** The same by calls, once the two hours are over. */
export const uncoverAgain = async (world: World, { id: cycleId }: Cycle) => {
  const asked = await (
    await world.callAs(office)
  )(mappingApi.ask, { body: { cycleId, reason: '更换逾期专家' } });
  const confirm = await world.callAs(office2);
  await confirm(confirmationApi.confirm, { params: { id: asked.id }, body: { note: null } });
};
