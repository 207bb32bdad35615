import { type Mail, mailOf } from './mail.ts';

/** Warns in case another person had the phone. */
export const passwordRecoveredMail = (username: string, time: string): Mail =>
  mailOf({
    subject: '登录密码已重新设置',
    lines: [
      `账号「${username}」的登录密码已于 ${time} 凭短信验证码重新设置。`,
      '如非本人操作，请立即联系系统管理员。',
    ],
  });
