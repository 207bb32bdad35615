import type { Page } from '@playwright/test';
import {
  admin,
  captchaAnswer,
  expertBeforeFirstLogin,
  expertWhoForgot,
  helpPhone,
  office,
  plainUser,
} from './support/accounts.ts';
import { changeFirstPassword, phoneOf, readSmsCode } from './support/first-login.ts';
import { fillLogin, heading, login, openUserMenu, submitLogin, web } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const alert = (page: Page) => page.getByRole('alert');

test('leads to the page that was asked for, and keeps it after a reload', async ({ page }) => {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await login(page, office, '/pool/subject?blurry=数学');
  await expect(page).toHaveURL(/\/pool\/subject\?blurry=/);
  await expect(heading(page, '学科目录')).toBeVisible();
  await expect(page).toHaveTitle(/^学科目录 - /);

  await page.reload();
  await expect(heading(page, '学科目录')).toBeVisible();
  expect(visited.filter((path) => /\/(404|401)$/.test(path))).toEqual([]);
});

test('the form names every missing field, and refuses wrong credentials without saying which part', async ({
  page,
}) => {
  await page.goto(web('/login'));
  await submitLogin(page);
  for (const text of ['请输入用户名', '请输入密码', '请输入验证码'])
    await expect(alert(page)).toContainText(text);
  await expect(alert(page)).toBeFocused();

  await fillLogin(page, office, 'zzzz');
  await submitLogin(page);
  await expect(alert(page)).toHaveText('验证码错误');

  // It asks for a new captcha.
  await fillLogin(page, { username: 'nobody-here', password: 'Wrong-password-1' });
  await submitLogin(page);
  await expect(alert(page)).toHaveText('用户名或密码错误');
  await expect(page.getByLabel('验证码', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('密码', { exact: true })).toHaveValue('Wrong-password-1');

  await fillLogin(page, { username: office.username, password: 'Wrong-password-1' });
  await submitLogin(page);
  await expect(page.getByLabel('验证码', { exact: true })).toHaveValue('');
  await expect(alert(page)).toHaveText('用户名或密码错误');
});

test('signing in can be done with the keyboard alone, and does not lead out of the product', async ({
  page,
}) => {
  await page.goto(web('/login?redirect=//example.com/'));
  await page.getByLabel('用户名').focus();
  await page.keyboard.type(plainUser.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(plainUser.password);
  await page.getByLabel('验证码', { exact: true }).focus();
  await page.keyboard.type(captchaAnswer);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(web('/dashboard'));
});

test('the demo offers its accounts: a choice fills in all but the captcha', async ({ page }) => {
  await page.goto(web('/login'));
  await expect(page.getByRole('img', { name: /^验证码图片/ })).toBeVisible();
  const offered = page.getByRole('region', { name: '演示账号' });
  // The password of this one came from the settings.
  await expect(offered.getByRole('button', { name: /^admin/ })).toBeHidden();
  await offered.getByRole('button', { name: 'user 普通用户' }).press('Enter');
  await expect(page.getByLabel('用户名')).toHaveValue(plainUser.username);
  await expect(page.getByLabel('验证码', { exact: true })).toBeFocused();
  await page.keyboard.type(captchaAnswer);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(web('/dashboard'));
});

test('shows no page outside the menu; logs out after a question, and Back does not lead in again', async ({
  page,
}) => {
  await login(page, plainUser, '/system/outbox');
  await expect(page).toHaveURL(web('/404'));
  await expect(heading(page, '页面不存在')).toBeVisible();
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const question = page.getByRole('dialog', { name: '提示' });
  await expect(question).toContainText('确定注销并退出系统吗？');
  await question.getByRole('button', { name: '取消' }).click();
  await expect(question).toBeHidden();

  await openUserMenu(page);
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '确定' }).click();
  await expect(heading(page, '登录')).toBeVisible();
  await page.goto(web('/dashboard'));
  await expect(heading(page, '登录')).toBeVisible();
});

test('says so when the session has ended elsewhere, and leads back afterwards', async ({ page }) => {
  const signedIn = page.waitForRequest(
    (request) => request.url().includes('/title/auth/info') || request.url().includes('/title/api/'),
  );
  await login(page, office);
  const { authorization } = await (await signedIn).allHeaders();
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByRole('button', { name: '专家资源' }).click();
  await menu.getByRole('link', { name: '学校管理' }).click();
  await expect(heading(page, '学校管理')).toBeVisible();

  await page.request.delete('/title/auth/logout', { headers: { authorization: authorization! } });
  await expect(page.getByText('当前登录状态已过期，请重新登录！')).toBeFocused();
  await fillLogin(page, office);
  await submitLogin(page);
  await expect(heading(page, '学校管理')).toBeVisible();
});

test('asks for a new password at the first login, with a code sent to the phone', async ({
  page,
  another,
}) => {
  const clerk = await another();
  await login(clerk, admin);
  await changeFirstPassword(page, clerk, {
    account: expertBeforeFirstLogin,
    newPassword: 'Chosen-by-me-2026',
  });
  await expect(page).toHaveURL(web('/check/expert/confirmation'));
  await clerk.close();
});

test('an expert who forgot the password sets another one by a code', async ({ page, another }) => {
  const clerk = await another();
  await login(clerk, admin);
  await page.goto(web('/login'));
  await page.getByRole('link', { name: '忘记密码' }).click();
  await expect(heading(page, '重设密码')).toBeVisible();
  const confirm = page.getByRole('button', { name: '重设密码并登录' });
  await confirm.click();
  for (const text of ['请输入用户名', '请输入验证码', '请输入新密码', '请输入短信验证码'])
    await expect(alert(page)).toContainText(text);

  await page.getByLabel('用户名').fill(expertWhoForgot.username);
  const phone = phoneOf(expertWhoForgot);
  await page.getByLabel('手机号码').fill(phone);
  await page.getByRole('button', { name: '获取短信验证码' }).click();
  await expect(page.getByRole('button', { name: /秒后重发/ })).toBeVisible();
  const code = await readSmsCode(clerk, phone);
  await page.getByLabel('新密码', { exact: true }).fill('Remembered-now-2026');
  await page.getByLabel('再输入一次新密码', { exact: true }).fill('Remembered-now-2026');
  await page.getByLabel('验证码', { exact: true }).fill(captchaAnswer);
  await page.getByLabel('短信验证码').fill(code === '000000' ? '111111' : '000000');
  await confirm.click();
  await expect(alert(page)).toContainText('短信验证码错误或已过期');

  await page.getByLabel('验证码', { exact: true }).fill(captchaAnswer);
  await page.getByLabel('短信验证码').fill(code);
  await confirm.click();
  await expect(page).toHaveURL(web('/dashboard'));
  await clerk.close();
});

test('after a mistyped phone number a code for the right one can be requested at once', async ({ page }) => {
  await page.goto(web('/check/login/change'));
  const phone = page.getByLabel('手机号码');
  const again = page.getByRole('button', { name: /秒后重发/ });
  await phone.fill('13900000098');
  await page.getByRole('button', { name: '获取短信验证码' }).click();
  await expect(again).toBeDisabled();
  await phone.fill('13900000097');
  await page.getByRole('button', { name: '获取短信验证码' }).click();
  await expect(again).toBeDisabled();
  await phone.fill('13900000098');
  await expect(again).toBeDisabled();
});

test('names a contact, and the reason of a logout', async ({ page }) => {
  await page.goto(web('/login'));
  await expect(page.getByRole('link', { name: helpPhone })).toHaveAttribute('href', 'tel:01062750000');
  await login(page, office);
  await page.route('**/title/auth/info', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('读取账号信息失败，已退出登录')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
  await expect(page.getByText('读取账号信息失败')).toBeHidden();
});
