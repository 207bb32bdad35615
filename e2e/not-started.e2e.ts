import { test as unguarded } from '@playwright/test';
import { helpPhone } from './support/accounts.ts';
import { everyRule, expectNoAxeFindings } from './support/axe.ts';
import { heading, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('a page whose program does not come says so, and opens with the next try', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto(web('/login'));
  const message = page.getByRole('alert');
  await expect(message).toContainText('页面还没有打开');
  await expect(message).toContainText(helpPhone);
  await expectNoAxeFindings(page, everyRule);
  await page.unroute('**/assets/index-*.js');
  await message.getByRole('link', { name: '重新加载' }).click();
  await expect(heading(page, '登录')).toBeVisible();
  await expect(page.getByText('页面还没有打开')).toBeHidden();
});

// Its script dies, which no other story allows.
unguarded('so does one whose browser cannot read the program', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'a program from the future ??=' }),
  );
  await page.goto(web('/login'));
  await expect(page.getByRole('alert')).toContainText('请切换到“极速模式”');
});
