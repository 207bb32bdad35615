import { expect, type Page } from '@playwright/test';
import { office } from './accounts.ts';
import { heading, login } from './sign-in.ts';

export const steps = (page: Page) => page.getByRole('navigation', { name: '批次设置步骤' });
export const goTo = async (page: Page, step: string) => {
  await steps(page)
    .getByRole('link', { name: new RegExp(step) })
    .click();
  await expect(
    page.getByRole('main').getByRole('heading', { level: 2, name: step, exact: true }),
  ).toBeVisible();
};
export const save = async (page: Page, step: string) => {
  await page.getByRole('button', { name: `保存${step}`, exact: true }).click();
  await expect(page.getByText(`${step}已保存`).first()).toBeVisible();
};
export const choose = async (page: Page, name: string, option: string) => {
  await page.getByRole('combobox', { name }).last().click();
  await page.getByTitle(option, { exact: true }).last().click();
};

/** A day so many days from now, as it is typed. */
export const dayAhead = (days: number) =>
  new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);

export const newCycle = async (page: Page, name: string) => {
  await login(page, office, '/review/cycle');
  await page.getByRole('button', { name: '新增批次' }).click();
  await page.getByRole('textbox', { name: '批次名称' }).fill(name);
  await page.getByLabel('组建单位').fill('省教育厅');
  await page.getByRole('button', { name: '新增并继续设置' }).click();
  await expect(heading(page, name)).toBeVisible();
};
