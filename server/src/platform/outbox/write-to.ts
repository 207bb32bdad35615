import { fillWords, isMessageCode } from '@zhiping/shared/rules/message-text/message-texts.ts';
import { noticeText, type SmsNotice } from '@zhiping/shared/rules/outbox/sms-notices.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../database/db.ts';
import type { QueueMail } from './mail-queue.ts';
import { mailOf } from './mails/mail.ts';
import type { QueueSms } from './sms-queue.ts';
import { takesNotice } from './sms.ts';
import { wordingOf } from './wording.ts';

export type Writing = { config: Config; queueMail: QueueMail; queueSms: QueueSms };
/** Channel of a notice; `message` means only in the system. */
export type Way = 'email' | 'sms' | 'message';

type Letter = {
  subject: string;
  notice: SmsNotice;
  expiresAt: Date;
  /** The project of the notice. */
  projectId?: number;
};

/** By mail as the office words it; an SMS as its carrier has approved it. */
const letterOf = async (tx: Tx, notice: SmsNotice): Promise<string> => {
  const code = `mail.${notice.template}`;
  return isMessageCode(code) ? fillWords(await wordingOf(tx, code), notice.params) : noticeText(notice);
};

type Contact = { phone: string | null; email: string | null };

/** Channel and text of a notice: by e-mail, otherwise by SMS, if its carrier has this text. */
export const letterTo = async (
  tx: Tx,
  config: Config,
  { phone, email }: Contact,
  notice: SmsNotice,
): Promise<{ way: Way; text: string }> => {
  if (email) return { way: 'email', text: await letterOf(tx, notice) };
  return { way: phone && takesNotice(config, notice.template) ? 'sms' : 'message', text: noticeText(notice) };
};

/** Queues a notice. */
export const writeTo = async (
  tx: Tx,
  { config, queueMail, queueSms }: Writing,
  contact: Contact,
  { subject, notice, expiresAt, projectId }: Letter,
): Promise<Way> => {
  const { way, text } = await letterTo(tx, config, contact, notice);
  const options = { expiresAt, projectId };
  if (way === 'email') await queueMail(tx, contact.email!, mailOf({ subject, lines: [text] }), options);
  if (way === 'sms') await queueSms(tx, { phone: contact.phone!, notice }, options);
  return way;
};
