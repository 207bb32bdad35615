import { type Mail, mailOf } from './mail.ts';

/** To the old address, so that a change by somebody else does not go unseen. The new contact is not told. */
export const contactChangedMail = (lines: readonly string[]): Mail =>
  mailOf({ subject: '账号联系方式已更换', lines });
