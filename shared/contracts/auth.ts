import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, flag, text } from '../schemas.ts';

/** base64 of the RSA (PKCS#1 v1.5) ciphertext of a password; a key of 8192 bits gives 1368 characters. */
export const encryptedPassword = z
  .string({ error: '请输入密码' })
  .min(1, '请输入密码')
  .max(2000, '密码格式不正确');
const username = text('用户名', 100);
const captchaCode = z.string({ error: '请输入验证码' }).trim().min(1, '请输入验证码').max(20, '验证码错误');
const captchaId = z.string({ error: '图形验证码不存在或已过期' }).max(100, '图形验证码不存在或已过期');

const Named = z.object({ id: z.number(), name: z.string() });

export const UserRole = Named.extend({ level: z.number(), dataScope: z.string() });

/** A user as in all answers. A password hash is not among the fields, so it cannot be sent. */
export const SessionUserDetail = z.object({
  id: z.number(),
  username: z.string(),
  nickName: z.string(),
  gender: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  avatarName: z.string().nullable(),
  avatarPath: z.string().nullable(),
  enabled: z.boolean(),
  dept: Named.nullable(),
  roles: z.array(UserRole),
  jobs: z.array(Named),
  pwdResetTime: dateTime.nullable(),
  createTime: dateTime,
});

/** Layout choices of a user, stored on the server so that they follow the user. Missing ones have the default. */
export const Preferences = z.object({
  tagsView: flag.optional(),
  fixedHeader: flag.optional(),
  sidebarLogo: flag.optional(),
  uniqueOpened: flag.optional(),
  showFooter: flag.optional(),
});

export const SessionUser = z.object({
  user: SessionUserDetail,
  dataScopes: z.array(z.number()).nullable(),
  /** Schools whose reports they check for their supervising body. */
  supervisedSchools: z.array(z.number()),
  /** Permission strings; `["admin"]` for a super administrator. */
  roles: z.array(z.string()),
  authorities: z.array(z.object({ authority: z.string() })),
  expert: z.object({ id: z.number(), confirmedAt: dateTime.nullable() }).nullable(),
  preferences: Preferences,
  /** Decisions of the server about this account beyond permissions; pages use these, never roles. */
  abilities: z.object({
    /** How the office grades its experts (expert-grades.ts). */
    seeGrades: z.boolean(),
    /** Whether the expert manual is linked (specification §6). */
    readManual: z.boolean(),
  }),
});
export type SessionUser = z.output<typeof SessionUser>;

export const SignedIn = z.object({ token: z.string(), user: SessionUser });

export const authApi = {
  publicKey: endpoint('GET', '/auth/publicKey', {
    summary: '取登录公钥',
    access: 'public',
    result: z.object({ publicKey: z.string() }),
  }),
  captcha: endpoint('GET', '/auth/code', {
    summary: '取图形验证码',
    access: 'public',
    result: z.object({ img: z.string(), uuid: z.string() }),
  }),
  login: endpoint('POST', '/auth/login', {
    summary: '登录',
    access: 'public',
    failures: [428],
    body: z.object({
      username,
      password: encryptedPassword,
      code: captchaCode,
      uuid: captchaId,
      rememberMe: flag.optional(),
    }),
    result: SignedIn,
  }),
  info: endpoint('GET', '/auth/info', {
    summary: '当前用户',
    access: 'signedIn',
    atConfirmationGate: true,
    result: SessionUser,
  }),
  logout: endpoint('DELETE', '/auth/logout', { summary: '退出登录', access: 'public' }),
  phoneCode: endpoint('GET', '/auth/phone/code', {
    summary: '发送短信验证码',
    access: 'public',
    query: z.object({
      phoneNumber: z
        .string({ error: '请输入手机号码' })
        .trim()
        .regex(/^1\d{10}$/, '请输入正确的手机号码'),
    }),
    /** Seconds. */
    result: z.object({ expiresIn: z.number(), retryAfter: z.number() }),
  }),
  changePassword: endpoint('POST', '/api/users/login/change', {
    summary: '首次登录修改密码，或凭短信验证码重设忘记的密码',
    access: 'public',
    body: z.object({
      username,
      /** Missing if the password was forgotten. */
      oldPass: encryptedPassword.optional(),
      newPass: encryptedPassword,
      code: captchaCode,
      uuid: captchaId,
      /** SMS code; an account without a phone has none. */
      pinCode: z.string().trim().max(10, '短信验证码错误').optional(),
    }),
    result: SignedIn,
  }),
};
