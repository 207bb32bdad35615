import { type Mail, mailOf } from './mail.ts';

/** Sent to the old address, so that a change by another person is noticed. It does not contain the new contact. */
export const contactChangedMail = (lines: readonly string[]): Mail =>
  mailOf({ subject: '账号联系方式已更换', lines });
