import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** Go on by Tab until the focus is there; nothing takes more steps than a person would. */
export const tabTo = async (page: Page, target: Locator, most = 60) => {
  await expect(target).toBeVisible();
  for (let step = 0; step < most; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The focus does not get there');
};

/** Goes there with the Tab key and presses another one. */
export const press = async (page: Page, target: Locator, key = 'Enter', most?: number): Promise<void> => {
  await tabTo(page, target, most);
  await page.keyboard.press(key);
};
