import { type Mail, mailOf } from './mail.ts';

/** The code that proves an e-mail address. */
export const emailCodeMail = ({ code, minutes }: { code: string; minutes: number }): Mail =>
  mailOf({
    subject: '邮箱验证码',
    lines: [
      '您正在更换账号的邮箱，验证码为：',
      `验证码 ${minutes} 分钟内有效，请勿告诉他人。`,
      '如非本人操作，请忽略本邮件。',
    ],
    mark: code,
  });
