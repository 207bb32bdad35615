import { admin } from './support/accounts.ts';
import { login, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test('an open page says that a new version is ready, and keeps what is not saved yet', async ({ page }) => {
  await login(page, admin);
  await page.goto(web('/system/user?edit=new'));
  const name = page.getByRole('dialog', { name: '新增用户' }).getByLabel('昵称');
  await name.click();
  await name.fill('写到一半');
  await page.route('**/build.json', (route) => route.fulfill({ json: { build: 'of-the-next-release' } }));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('status')).toContainText('新版本已就绪');

  const asked = page.waitForEvent('dialog');
  const reload = page.getByRole('status').getByRole('button', { name: '刷新' });
  await Promise.all([
    asked.then((dialog) => dialog.dismiss()),
    // Below the mask of the form.
    reload.dispatchEvent('click'),
  ]);
  expect((await asked).type()).toBe('beforeunload');
  await expect(name).toHaveValue('写到一半');
});
