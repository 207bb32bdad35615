import { createHash } from 'node:crypto';
import { canonicalJson } from '../shared/rules/text/canonical-json.ts';
import { recordOfStrata } from '../shared/rules/draw/strata.ts';
import { supervisor } from './support/accounts.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('a record of a draw from strata is verified in the browser, and a changed byte of it is named', async ({
  page,
}) => {
  const strata = [
    { name: '本省', members: [1, 2, 3, 4, 5, 6], count: 3, alternates: 1 },
    { name: '外省', members: [7, 8, 9, 10], count: 2, alternates: 1 },
  ];
  const secrets = { officeSecret: '1'.repeat(64), supervisorSecret: '2'.repeat(64) };
  const text = canonicalJson(await recordOfStrata({ form: 1, cycleId: 1, strata }, secrets, sha256));
  await login(page, supervisor, '/review/draw');
  await page.getByRole('button', { name: '验证抽取记录' }).click();
  const dialog = page.getByRole('dialog', { name: '验证抽取记录' });
  const verify = (content: string) =>
    dialog.getByLabel('选择抽取记录').setInputFiles({
      name: '评委会抽取记录.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
  await verify(text);
  await expect(dialog.getByText('由名册和种子重新抽取，结果一致')).toBeVisible();
  await expect(dialog.getByText('验证通过：结果可以由任何人重新算出')).toBeVisible();
  for (const part of ['rosterHash', 'seed', 'resultHash'])
    await expect(dialog.getByText(JSON.parse(text)[part])).toBeVisible();
  await expectNoAxeFindings(page);
  await verify(`\uFEFF${text}`);
  await expect(dialog.getByText('验证不通过')).toBeVisible();
  await verify(text);
  await expect(dialog.getByText('验证通过：结果可以由任何人重新算出')).toBeVisible();
  await verify(text.replace('"members":[1,', '"members":[11,'));
  await expect(dialog.getByText('验证不通过')).toBeVisible();
  const wrong = dialog.locator('.is-wrong').filter({ hasText: '名册与其冻结时的摘要不符' });
  await expect(wrong).toContainText(`rosterHash：记录中为 "${JSON.parse(text).rosterHash}"`);
  // The values to compare are shown in any case.
  await expect(dialog.getByText(JSON.parse(text).seed).first()).toBeVisible();
});
