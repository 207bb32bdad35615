import { expect, type Page } from '@playwright/test';
import { demoPeople } from '../../server/src/demo/people.ts';
import { captchaAnswer, type Account } from './accounts.ts';
import { fillLogin, heading, openFromMenu, submitLogin, web } from './sign-in.ts';

/** The phone that the demo data gives to an expert's account. */
export const phoneOf = ({ username }: Account): string => {
  const index = Number(username.replace('expert', '')) - 1;
  return demoPeople(index + 1)[index]!.phone;
};

/** Without a carrier the super administrator reads the codes in the outbox. */
export const readSmsCode = async (clerk: Page, phone: string) => {
  await openFromMenu(clerk, ['系统管理', '运行维护'], '发件箱');
  await clerk.getByRole('searchbox', { name: '收件人或主题' }).fill(phone);
  const message = clerk.getByRole('row', { name: new RegExp(phone) }).first();
  return /\d{6}/.exec((await message.textContent())!.replace(phone, ''))![0];
};

type FirstLogin = { account: Account; newPassword: string; phone?: string };

/** From the login with the initial password to the first page behind it. */
export const changeFirstPassword = async (
  page: Page,
  clerk: Page,
  { account, newPassword, phone = phoneOf(account) }: FirstLogin,
): Promise<void> => {
  await page.goto(web('/login'));
  await fillLogin(page, account);
  await submitLogin(page);
  await expect(heading(page, '首次登录修改密码')).toBeVisible();
  await expect(page.getByLabel('用户名')).toHaveValue(account.username);
  await expect(page.getByLabel('原密码', { exact: true })).toHaveCount(0);
  await page.getByLabel('新密码', { exact: true }).fill(newPassword);
  await page.getByLabel('再输入一次新密码', { exact: true }).fill(newPassword);

  await page.getByLabel('验证码', { exact: true }).fill(captchaAnswer);
  await page.getByRole('button', { name: '修改密码并登录' }).click();
  await expect(page.getByRole('alert')).toHaveText('请输入短信验证码');

  await page.getByLabel('手机号码').fill(phone);
  await page.getByRole('button', { name: '获取短信验证码' }).click();
  await expect(page.getByRole('button', { name: /秒后重发/ })).toBeVisible();
  await page.getByLabel('短信验证码').fill(await readSmsCode(clerk, phone));
  const code = await page.getByLabel('短信验证码').inputValue();
  await page.getByLabel('短信验证码').fill(code === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: '修改密码并登录' }).click();
  await expect(page.getByRole('alert')).toHaveText('短信验证码错误或已过期');
  await expect(page.getByLabel('验证码', { exact: true })).toHaveValue(captchaAnswer);
  await page.getByLabel('短信验证码').fill(code);
  await page.getByRole('button', { name: '修改密码并登录' }).click();
};
