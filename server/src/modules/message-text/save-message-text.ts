import { sql } from 'kysely';
import type { z } from 'zod';
import type { messageTextApi } from '@zhiping/shared/contracts/message-text.ts';
import {
  type MessageCode,
  messageTexts,
  wordingProblem,
} from '@zhiping/shared/rules/message-text/message-texts.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { editedBy, refuseStale } from '../../platform/edits/edit-lock.ts';
import { fieldError } from '../../platform/errors.ts';

type Save = z.output<typeof messageTextApi.save.body> & { code: MessageCode };

/** Word a text otherwise, or as the product brings it; what was sent before stays as it was. */
export const saveMessageText = (db: Db, actor: Principal, { code, version, text }: Save): Promise<void> =>
  inTransaction(db, async (tx) => {
    const problem = text === null ? null : wordingProblem(code, text);
    if (problem) throw fieldError('message.wording', 'text', problem);
    // The first wording has no row that could be locked.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`message ${code}`}, 0))`.execute(tx);
    const stored = await tx
      .selectFrom('message_text')
      .selectAll()
      .where('code', '=', code)
      .executeTakeFirst();
    await refuseStale(tx, stored ?? { version: 0, update_by: null, update_time: actor.at }, version);
    const row = { ...editedBy(actor, stored ?? { version: 0 }), text };
    await tx
      .insertInto('message_text')
      .values({ code, ...row })
      .onConflict((on) => on.column('code').doUpdateSet(row))
      .execute();
    await audit(tx, {
      actorId: actor.userId,
      action: 'message_text.updated',
      entity: 'message_text',
      entityId: code,
      detail: { text: text ?? messageTexts[code].text },
      stored: { text: stored?.text ?? messageTexts[code].text },
    });
  });
