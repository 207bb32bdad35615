import { fillWords, isMessageCode } from '@zhiping/shared/rules/message-texts.ts';
import { noticeText, type SmsNotice } from '@zhiping/shared/rules/sms-notices.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../database/db.ts';
import type { QueueMail } from './mail-queue.ts';
import { mailOf } from './mails/mail.ts';
import type { QueueSms } from './sms-queue.ts';
import { takesNotice } from './sms.ts';
import { wordingOf } from './wording.ts';

export type Writing = { config: Config; queueMail: QueueMail; queueSms: QueueSms };
/** How somebody was written to; `message` is neither: he finds it in the system only. */
export type Way = 'email' | 'sms' | 'message';

type Letter = {
  subject: string;
  notice: SmsNotice;
  expiresAt: Date;
  /** The application that it is about. */
  projectId?: number;
};

/** By mail as the office words it; an SMS as its carrier has approved it. */
const letterOf = async (tx: Tx, notice: SmsNotice): Promise<string> => {
  const code = `mail.${notice.template}`;
  return isMessageCode(code) ? fillWords(await wordingOf(tx, code), notice.params) : noticeText(notice);
};

/** Queue a notice for somebody: by e-mail, else by SMS, if its carrier has this text. */
export const writeTo = async (
  tx: Tx,
  { config, queueMail, queueSms }: Writing,
  { phone, email }: { phone: string | null; email: string | null },
  { subject, notice, expiresAt, projectId }: Letter,
): Promise<Way> => {
  if (email) {
    await queueMail(tx, email, mailOf({ subject, lines: [await letterOf(tx, notice)] }), {
      expiresAt,
      projectId,
    });
    return 'email';
  }
  if (!phone || !takesNotice(config, notice.template)) return 'message';
  await queueSms(tx, { phone, notice }, { expiresAt, projectId });
  return 'sms';
};
