import { noticeText, type SmsNotice } from '@zhiping/shared/rules/sms-notices.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../database/db.ts';
import type { QueueMail } from './mail-queue.ts';
import { mailOf } from './mails/mail.ts';
import type { QueueSms } from './sms-queue.ts';
import { takesNotice } from './sms.ts';

export type Writing = { config: Config; queueMail: QueueMail; queueSms: QueueSms };
/** How somebody was written to; `message` is neither: he finds it in the system only. */
export type Way = 'email' | 'sms' | 'message';

type Letter = { subject: string; notice: SmsNotice; expiresAt: Date };

/** Queue a notice for somebody: by e-mail, else by SMS, if its carrier has this text. */
export const writeTo = async (
  tx: Tx,
  { config, queueMail, queueSms }: Writing,
  { phone, email }: { phone: string | null; email: string | null },
  { subject, notice, expiresAt }: Letter,
): Promise<Way> => {
  if (email) {
    await queueMail(tx, email, mailOf({ subject, lines: [noticeText(notice)] }), { expiresAt });
    return 'email';
  }
  if (!phone || !takesNotice(config, notice.template)) return 'message';
  await queueSms(tx, { phone, notice }, { expiresAt });
  return 'sms';
};
