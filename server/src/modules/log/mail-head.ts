import { SUPERVISOR_ROLE_ID } from '@zhiping/shared/constants.ts';
import { findHead, headText } from '../../platform/audit/audit-heads.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import type { QueueMail } from '../../platform/outbox/mail-queue.ts';
import { mailOf } from '../../platform/outbox/mails/mail.ts';

/** Send the head of the audit chain to every supervisor with a mailbox; answers how many. */
export const mailHead = (db: Db, queueMail: QueueMail): Promise<number> =>
  inTransaction(db, async (tx) => {
    const head = await findHead(tx);
    if (!head) return 0;
    const supervisors = await tx
      .selectFrom('user_role')
      .innerJoin('sys_user', 'sys_user.id', 'user_role.user_id')
      .select('sys_user.email')
      .where('user_role.role_id', '=', SUPERVISOR_ROLE_ID)
      .where('sys_user.enabled', '=', true)
      .where('sys_user.email', 'is not', null)
      .execute();
    const mail = mailOf({
      subject: '审计链头',
      lines: [
        '今天的审计链头如下，请保留本邮件。核对时由运维人员执行 npm run audit:verify -- --head 链头：',
        `链上共 ${head.position} 个事件。`,
      ],
      mark: headText(head),
    });
    for (const { email } of supervisors) await queueMail(tx, email as string, mail);
    return supervisors.length;
  });
