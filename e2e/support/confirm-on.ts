import { expect, type Page } from '@playwright/test';

/** Confirms the request for an act on the page 双人复核. */
export const confirmOn = async (page: Page, act: string) => {
  await page.getByRole('row').filter({ hasText: act }).getByRole('button', { name: /^同意/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^同意/ }).click();
  await expect(dialog).toBeHidden();
};
