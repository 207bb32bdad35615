import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { readSheet } from '../../server/src/platform/sheets/sheet-reader.ts';
import { school } from './accounts.ts';
import { login, web } from './sign-in.ts';

export const OWN_SCHOOL = '北京大学';

/** An expert of another school: address, search text, a teacher there; and an unused identity number. */
type Another = { address: string; surname: string; idCard: string; teacher: string };

/** Every way in which an account of one school could learn of an expert of another one. */
export const seesOnlyOwnSchool = async (officer: Page, { address, surname, idCard, teacher }: Another) => {
  await login(officer, school, '/pool/expert');
  await officer.getByRole('button', { name: '新增专家' }).click();
  const form = officer.getByRole('dialog', { name: '新增专家' });
  const unit = form.getByRole('combobox', { name: '单位' });
  await unit.fill('浙江大学');
  await expect(officer.getByText('没有符合条件的学校')).toBeVisible();
  await form.getByLabel('姓名').fill('闻人荐');
  await form.getByLabel('身份证号码').fill(idCard);
  await form.getByLabel('手机号码').fill('18600000901');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(officer.getByRole('row', { name: /闻人荐/ })).toContainText('待入库');

  const rows = officer.getByRole('row').filter({ has: officer.getByRole('link') });
  await expect(rows.first()).toBeVisible();
  await expect(rows.filter({ hasNotText: OWN_SCHOOL })).toHaveCount(0);
  await officer.getByRole('searchbox', { name: '姓名、拼音或手机' }).fill(surname);
  await expect(officer.getByText('没有符合条件的数据')).toBeVisible();
  await officer.getByRole('combobox', { name: '单位' }).fill('浙江大学');
  await expect(officer.getByText('没有符合条件的学校')).toBeVisible();

  await officer.goto(address);
  await expect(officer.getByRole('heading', { name: '专家库' })).toBeVisible();
  await expect(officer.getByText(/没有找到这条专家，可能已被删除，或您无权查看/)).toBeVisible();
  await expect(rows.filter({ hasNotText: OWN_SCHOOL })).toHaveCount(0);

  await officer.goto(web('/pool/expert'));
  const download = officer.waitForEvent('download');
  await officer.getByRole('button', { name: '导出' }).click();
  const exported = await readSheet(await readFile(await (await download).path()), ['姓名', '单位'], 1000);
  expect(new Set(exported.map(({ values }) => values.单位))).toEqual(new Set([OWN_SCHOOL]));
  expect(exported.map(({ values }) => values.姓名)).toContain('闻人荐');

  await officer.goto(web('/pool/teacher'));
  await officer.getByRole('searchbox', { name: '姓名、拼音、手机或工号' }).fill(teacher);
  await expect(officer.getByText('没有符合条件的数据')).toBeVisible();
};
