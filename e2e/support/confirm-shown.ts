import type { Page } from '@playwright/test';

/** Confirms the request whose details are shown, as links to it show them. */
export const confirmShown = async (page: Page, summary: string) => {
  await page
    .getByRole('dialog', { name: summary })
    .getByRole('button', { name: '同意', exact: true })
    .click();
  await page
    .getByRole('dialog', { name: /^复核同意/ })
    .getByRole('button', { name: '同意', exact: true })
    .click();
};
