import { z } from 'zod';
import { Bytes, endpoint } from '../endpoint.ts';
import { id, MAX_TYPED, nickName, plainPhone } from '../schemas.ts';
import { fileFormats, pictureFormats } from '../rules/file/formats.ts';
import { isEmail, isMobilePhone } from '../rules/text/validate.ts';
import { encryptedPassword, Preferences } from './auth.ts';

export const email = z
  .string({ error: '请输入邮箱' })
  .trim()
  .min(1, '请输入邮箱')
  .max(100, '邮箱过长')
  .refine(isEmail, '请输入正确的邮箱');

export const mobilePhone = z.coerce
  .string({ error: '请输入手机号码' })
  .max(MAX_TYPED, '请输入正确的手机号码')
  .pipe(
    z.string().overwrite(plainPhone).min(1, '请输入手机号码').refine(isMobilePhone, '请输入正确的手机号码'),
  );

export const Gender = z.enum(['男', '女'], { error: '请选择性别' });

export const ProfileWrite = z.object({
  id,
  nickName,
  gender: Gender.nullable(),
  phone: mobilePhone,
});

/** The personal centre: what users may change of their own account. */
export const accountApi = {
  saveProfile: endpoint('PUT', '/api/users/center', {
    summary: '修改个人资料',
    access: 'signedIn',
    status: 204,
    body: ProfileWrite,
  }),
  savePreferences: endpoint('PUT', '/api/users/preferences', {
    summary: '修改界面设置',
    access: 'signedIn',
    atConfirmationGate: true,
    autosave: true,
    status: 204,
    body: Preferences,
  }),
  /** Ends the other sessions of the user. */
  changePassword: endpoint('POST', '/api/users/updatePass', {
    summary: '修改密码',
    access: 'signedIn',
    atConfirmationGate: true,
    body: z.object({ oldPass: encryptedPassword, newPass: encryptedPassword }),
  }),
  updateAvatar: endpoint('POST', '/api/users/updateAvatar', {
    summary: '修改头像',
    access: 'signedIn',
    upload: { field: 'avatar', maxBytes: 5 * 1024 * 1024, toDisk: true },
    result: z.object({ avatar: z.string() }),
  }),
  /** Public, since image requests carry no token: only pictures in use, under the hash of their content. */
  avatar: endpoint('GET', '/avatar/:name', {
    summary: '头像',
    access: 'public',
    params: z.object({ name: z.string().regex(/^[0-9a-f]{64}\.(png|jpg|gif)$/, '头像不存在') }),
    result: Bytes,
    types: pictureFormats.map((format) => fileFormats[format].mime),
  }),
  /** Sends a code to the new address. */
  sendEmailCode: endpoint('POST', '/api/code/resetEmail', {
    summary: '发送邮箱验证码',
    access: 'signedIn',
    query: z.object({ email }),
    result: z.object({ expiresIn: z.number(), retryAfter: z.number() }),
  }),
  /** Whether a code that was sent to an address is right; it can still be used afterwards. */
  checkEmailCode: endpoint('GET', '/api/code/validated', {
    summary: '校验邮箱验证码',
    access: 'signedIn',
    query: z.object({ email, code: z.string({ error: '请输入验证码' }).trim().max(10, '验证码错误') }),
  }),
  changeEmail: endpoint('POST', '/api/users/updateEmail/:code', {
    summary: '修改邮箱',
    access: 'signedIn',
    params: z.object({ code: z.string().trim().max(10, '验证码错误') }),
    body: z.object({ password: encryptedPassword, email }),
  }),
};
