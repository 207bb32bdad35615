import { audit } from '../../platform/audit/audit.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { enqueueMessage } from '../../platform/outbox/outbox-kind.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { resendProblem } from './outbox.queries.ts';

/** Queue a message once more that was given up. */
export const resendMail = (db: Db, actor: Principal, id: number) =>
  inTransaction(db, async (tx) => {
    const message = await tx
      .selectFrom('outbox')
      .select(resendProblem(actor.at).as('problem'))
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!message) throw notFound('邮件');
    if (message.problem) throw badRequest('outbox.not_resendable', message.problem);
    await tx
      .updateTable('outbox')
      .set({ status: 'waiting', error: null, attempts: 0 })
      .where('id', '=', id)
      .execute();
    await enqueueMessage(tx, 'mail', id);
    await audit(tx, { actorId: actor.userId, action: 'outbox.resent', entity: 'outbox', entityId: id });
  });
