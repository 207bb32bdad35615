import { sql } from 'kysely';
import type { z } from 'zod';
import type { CommitmentWrite } from '@zhiping/shared/contracts/commitment.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, conflict, fieldError } from '../../platform/errors.ts';
import { textHash } from './text-hash.ts';

type Write = z.output<typeof CommitmentWrite>;

/** One writer for each kind at a time: the second one is refused because a newer version exists. */
const lockKind = (tx: Tx, kind: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`commitment ${kind}`}, 0))`.execute(tx);

/** Adds the next version of a text. Signed versions never change. */
export const saveText = async (
  db: Db,
  actor: Principal,
  { kind, title, body, reason, baseVersion }: Write,
): Promise<{ id: number }> =>
  inTransaction(db, async (tx) => {
    await lockKind(tx, kind);
    const newest = await tx
      .selectFrom('commitment_text')
      .select(['version', 'title', 'body'])
      .where('kind', '=', kind)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    if ((newest?.version ?? 0) !== baseVersion)
      throw conflict('edit.conflict', '其他人刚刚保存了新版本，请核对后重新修改');
    if (newest && reason === null) throw fieldError('commitment.reason', 'reason', '请输入修改说明');
    if (newest?.title === title && newest.body === body)
      throw badRequest('commitment.same', '标题和正文都没有改动，不需要新版本');
    const version = baseVersion + 1;
    const hash = textHash({ kind, version, title, body });
    const { id } = await tx
      .insertInto('commitment_text')
      .values({ kind, version, title, body, hash, reason, create_by: actor.username, create_time: actor.at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(tx, {
      actorId: actor.userId,
      action: 'commitment_text.created',
      entity: 'commitment_text',
      entityId: id,
      detail: { title, version, hash, ...(reason && { reason }) },
    });
    return { id };
  });
