import { DEMO_PASSWORD } from '../server/src/demo-password.ts';
import { expertWithNewPassword, supervisor } from './support/accounts.ts';
import { fillLogin, login, loginElsewhere, submitLogin, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const redPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

test('the profile is checked at its fields and shown everywhere at once', async ({ page }) => {
  await login(page, supervisor, '/user/center');
  await page.getByLabel('手机').fill('12345');
  await page.getByRole('button', { name: '保存资料' }).click();
  await expect(page.getByText('请输入正确的手机号码')).toBeVisible();
  await page.getByLabel('手机').fill('13900000004');
  await page.getByLabel('昵称').fill('赵正阳监督员');
  await page.getByRole('button', { name: '保存资料' }).click();
  await expect(page.getByRole('button', { name: /账号菜单$/ })).toContainText('赵正阳监督员');

  await page.getByRole('tab', { name: '操作日志' }).click();
  await expect(page.getByRole('cell', { name: '修改个人资料' }).first()).toBeVisible();
});

test('an avatar is cropped with the keyboard and replaces the default one', async ({ page }) => {
  await login(page, supervisor, '/user/center');
  const picture = page.getByRole('button', { name: '更换头像' }).locator('img');
  await expect(picture).toHaveAttribute('src', /default-avatar/);
  await page
    .getByLabel('选择头像图片')
    .setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: redPixel });
  const dialog = page.getByRole('dialog', { name: '裁剪头像' });
  await dialog.getByRole('slider', { name: '缩放' }).press('ArrowRight');
  await dialog.getByRole('button', { name: '保存头像' }).click();
  await expect(dialog).toBeHidden();
  await expect(picture).toHaveAttribute('src', /\/title\/avatar\/[0-9a-f]{64}\.png$/);
});

test('a new password must keep the rules, and ends the other sessions', async ({ page, another }) => {
  const newPassword = 'Other-Words-2026';
  const other = await another();
  await loginElsewhere(other, expertWithNewPassword, '/user/center');
  await login(page, expertWithNewPassword, '/user/center?section=password');

  await page.getByLabel('原密码').fill(DEMO_PASSWORD);
  await page.getByLabel('新密码', { exact: true }).fill('expert011');
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByText('密码应有 10 到 72 个字符')).toBeVisible();
  await page.getByLabel('新密码', { exact: true }).fill(newPassword);
  await page.getByLabel('确认密码').fill(newPassword);
  await page.getByRole('button', { name: '修改密码' }).click();
  // Said twice: on screen and to screen readers.
  await expect(page.getByText('密码已修改，其他设备上的登录已退出').first()).toBeVisible();

  // The other page learns of it by itself.
  await expect(other).toHaveURL((url) => url.pathname === web('/login'));
  await fillLogin(other, { ...expertWithNewPassword, password: newPassword });
  await submitLogin(other);
  await expect(other).toHaveURL((url) => url.pathname === web('/user/center'));
  await other.close();
});
