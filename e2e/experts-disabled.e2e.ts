import { demoPeople } from '../server/src/demo/people.ts';
import { office } from './support/accounts.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('several experts are disabled with a reason, and the history shows it', async ({ page }) => {
  // None of those who review in the demo: files are of full professors, or of law.
  const people = demoPeople(300)
    .slice(60, 80)
    .filter(({ titleLevel, subjects }) => titleLevel === '副高级' && subjects[0]!.path[1] !== '03')
    .slice(0, 2);
  await login(page, office, '/pool/expert?sort=id,asc&page=4');
  for (const { phone } of people)
    await page
      .getByRole('row', { name: new RegExp(phone) })
      .getByRole('checkbox')
      .check();
  await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '停用' }).click();
  const ask = page.getByRole('dialog', { name: '停用2 位专家' });
  await ask.getByRole('button', { name: '停用' }).click();
  await expect(ask.getByText('请输入原因')).toBeVisible();
  await ask.getByLabel('原因').fill('任期届满');
  await ask.getByRole('button', { name: '停用' }).click();
  await expect(page.getByText('2 位专家已停用').first()).toBeVisible();
  const { name, phone } = people[0]!;
  const row = page.getByRole('row', { name: new RegExp(phone) });
  await expect(row).toContainText('停用');
  await row.getByRole('link', { name, exact: true }).click();
  const detail = page.getByRole('dialog', { name });
  await expect(detail.getByText('不可抽取')).toBeVisible();
  await expect(detail.getByText('任期届满')).toBeVisible();
});
