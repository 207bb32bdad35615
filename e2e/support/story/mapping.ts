import { expect } from '@playwright/test';
import { mappingApi } from '@zhiping/shared/contracts/mapping.ts';
import { office, office2 } from '../accounts.ts';
import { login, web } from '../sign-in.ts';
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
  await expect(page.getByText('本批次的专家姓名不与材料一起显示，查看须经第二人同意')).toBeVisible();
  expect(await isNamed()).toBe(false);
  await page.getByRole('button', { name: '申请查看' }).click();
  const dialog = page.getByRole('dialog', { name: '申请查看专家与材料的对应' });
  await dialog.getByLabel('申请原因').fill('有专家逾期，需要更换');
  await dialog.getByRole('button', { name: '申请', exact: true }).click();
  const request = page.getByRole('list', { name: '查看申请' }).getByRole('listitem');
  await expect(request).toContainText('等待同意');
  await expect(request.getByRole('button', { name: /^同意/ })).toHaveAttribute('aria-disabled', 'true');

  const colleague = await world.newPage();
  await login(colleague, office2, '/dashboard');
  const queue = colleague.getByRole('region', { name: '待同意的查看申请 1' });
  await expect(queue).toContainText('有专家逾期，需要更换');
  await queue.getByRole('listitem').getByRole('link').click();
  await expect(colleague.getByText('查看须经第二人同意')).toBeVisible();
  await colleague.getByRole('button', { name: /^同意.*查看$/ }).click();
  await expect(colleague.getByText('已同意').first()).toBeVisible();

  await page.goto(web(address));
  await expect(page.getByText(/^可以查看专家与材料的对应，至 /)).toBeVisible();
  await expect.poll(isNamed).toBe(true);
  // The colleague agreed for another account, and has no access either.
  await colleague.goto(web(address));
  await expect(colleague.getByText('本批次的专家姓名不与材料一起显示，查看须经第二人同意')).toBeVisible();
  for (const one of [page, colleague]) await one.context().close();
};

/** The same by calls, once a consent ended. */
export const uncoverAgain = async (world: World, { id: cycleId }: Cycle) => {
  const asked = await (
    await world.callAs(office)
  )(mappingApi.ask, { body: { cycleId, reason: '更换逾期专家' } });
  const decide = await world.callAs(office2);
  await decide(mappingApi.decide, { params: { id: asked.id }, body: { isAgreed: true } });
};
