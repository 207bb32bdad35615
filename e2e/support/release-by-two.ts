import { expect, type Page } from '@playwright/test';
import { office2 } from './accounts.ts';
import { expectNoAxeFindings } from './axe.ts';
import { confirmShown } from './confirm-shown.ts';
import { login } from './sign-in.ts';

/** Releases the result on the page, which was changed by hand: another officer confirms it in a context of their own. */
export const releaseByTwo = async (page: Page, openPage: () => Promise<Page>) => {
  await page.getByRole('button', { name: '发布', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '发布分配结果' });
  await dialog.getByLabel('调整的原因').fill('有一位专家换成研究方向更近的');
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: '提请复核' }).click();
  const waiting = page.getByRole('alert').filter({ hasText: '提请发布人工调整的结果，待他人复核' });
  await expect(waiting).toContainText('其中 1 处与抽取产生的专家不同');
  const request = await waiting.getByRole('link', { name: '去双人复核' }).getAttribute('href');
  const second = await openPage();
  await login(second, office2, request!.replace('/title/web', ''));
  await confirmShown(second, '其中 1 处与抽取产生的专家不同');
  await expect(second.getByText('已同意并办理').first()).toBeVisible();
  await second.context().close();
  await page.reload();
  await expect(page.getByText('已发布', { exact: true })).toBeVisible();
};
