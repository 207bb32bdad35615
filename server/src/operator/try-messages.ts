import { randomInt, randomUUID } from 'node:crypto';
import { mobilePhone, email } from '@zhiping/shared/contracts/account.ts';
import { maskEmail, maskPhone } from '@zhiping/shared/rules/person/mask.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/database/db.ts';
import { mailProblem } from '../platform/outbox/mail-queue.ts';
import { mailCarrier } from '../platform/outbox/mail.ts';
import { testMail } from '../platform/outbox/mails/test-mail.ts';
import { smsCarrier, SmsProblem } from '../platform/outbox/sms.ts';
import { checked, type Operator, operate } from './operator.ts';

/** Test messages go to the carrier at once, past the queue, so that its answer is seen here. */

type Parts = { db: Db; config: Config; operator: Operator };

/** Writes down that a message was tried, and why the carrier did not take it. */
const record = (
  { db, operator }: Parts,
  { channel, recipient, problem }: { channel: 'email' | 'sms'; recipient: string; problem: string | null },
) =>
  operate(db, operator, async () => ({
    action: 'outbox.tried',
    entity: 'outbox',
    entityId: null,
    detail: { channel, recipient, ...(problem !== null && { error: problem }) },
    result: undefined,
  }));

export const tryMail = async (parts: Parts, typed: string): Promise<void> => {
  const to = checked(email, typed);
  const carrier = mailCarrier(parts.config);
  if (!carrier) throw new Error('没有设置邮件服务器（SMTP_HOST），邮件只留在发件箱中');
  const problem = await carrier(to, testMail(), `<${randomUUID()}@zhiping>`).then(
    () => null,
    (error: unknown) => mailProblem(error).words,
  );
  await record(parts, { channel: 'email', recipient: maskEmail(to), problem });
  if (problem !== null) throw new Error(problem);
};

/** Sends a code that opens nothing, by the template of codes. Answers it. */
export const trySms = async (parts: Parts, typed: string): Promise<string> => {
  const phone = checked(mobilePhone, typed);
  const carrier = smsCarrier(parts.config);
  if (!carrier) throw new Error('没有设置短信服务（SMS_ADAPTER），短信只留在发件箱中');
  const code = String(randomInt(100_000, 1_000_000));
  const problem = await carrier({ phone, code }).then(
    () => null,
    (error: unknown) => (error instanceof SmsProblem ? error.message : '短信发送出错'),
  );
  await record(parts, { channel: 'sms', recipient: maskPhone(phone), problem });
  if (problem !== null) throw new Error(problem);
  return code;
};
