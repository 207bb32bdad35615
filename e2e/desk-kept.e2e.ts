import type { Account } from './support/accounts.ts';
import { DESK_LIST, expertsWith, openLastTask, OPINION, opinion, saved } from './support/desk.ts';
import { login } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// What an expert has typed is never lost. In one worker, so that each story takes an expert of its own.
test.describe.configure({ mode: 'default' });

let experts: Account[];
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  experts = await expertsWith(page, 'open');
  await page.close();
});

test('what was typed stands there again after another tab, and after the list', async ({ page }) => {
  await login(page, experts[0]!, DESK_LIST);
  await openLastTask(page);
  const place = page.url();
  await opinion(page).fill(`${OPINION}第一句。`);
  await saved(page);

  const tabs = page.getByRole('navigation', { name: '已打开页面' });
  await tabs.getByRole('link', { name: '首页' }).click();
  await expect(opinion(page)).toBeHidden();
  await tabs.getByRole('link', { name: '我的评审' }).click();
  await expect(opinion(page)).toHaveValue(`${OPINION}第一句。`);
  await opinion(page).press('Control+End');
  await opinion(page).pressSequentially('第二句。');
  await saved(page);

  await page.getByRole('link', { name: '返回列表' }).click();
  await expect(opinion(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(place);
  await expect(opinion(page)).toHaveValue(`${OPINION}第一句。第二句。`);
  await opinion(page).press('Control+End');
  // Left before the pause is over.
  await opinion(page).pressSequentially('第三句。');
  await page.getByRole('link', { name: '返回列表' }).click();
  await page.goBack();
  await expect(opinion(page)).toHaveValue(`${OPINION}第一句。第二句。第三句。`);
  await expect(page.getByRole('heading', { name: '意见有两个版本' })).toBeHidden();
  await page.reload();
  await expect(opinion(page)).toHaveValue(`${OPINION}第一句。第二句。第三句。`);
});
