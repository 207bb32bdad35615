import { type Mail, mailOf } from './mail.ts';

/** Sent by an operator who tries the settings of the mail server. */
export const testMail = (): Mail =>
  mailOf({ subject: '测试邮件', lines: ['这是一封测试邮件。收到它，说明邮件服务器的设置可以使用。'] });
