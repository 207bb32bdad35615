import { sql } from 'kysely';
import { STAFF_UNSIGNED } from '@zhiping/shared/constants.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { AppError, conflict, notFound } from '../../platform/errors.ts';
import { findSignerName, sign, type Signer } from './sign-commitment.ts';

/** The text that staff sign in a cycle by its present rules; none if the cycle requires none. */
const findText = async (db: Db, cycleId: number) => {
  const text = await db
    .selectFrom('cycle')
    .innerJoin('rule_set', (join) =>
      join.onRef('rule_set.cycle_id', '=', 'cycle.id').onRef('rule_set.version', '=', 'cycle.rule_version'),
    )
    .innerJoin('commitment_text', (join) =>
      join.on(sql<boolean>`commitment_text.id = (content -> 'commitments' ->> 'staff')::bigint`),
    )
    .select(['commitment_text.id', 'title', 'body', 'commitment_text.version', 'commitment_text.hash'])
    .where('cycle.id', '=', cycleId)
    .executeTakeFirst();
  return text ?? null;
};

const findSignature = (
  db: Db,
  { userId }: Principal,
  { cycleId, textId }: { cycleId: number; textId: number },
) =>
  db
    .selectFrom('commitment_signature')
    .select('signed_at as signedAt')
    .where('user_id', '=', userId)
    .where('cycle_id', '=', cycleId)
    .where('text_id', '=', textId)
    .executeTakeFirst();

/** Throws unless the whole cycle is in scope. */
const requireCycle = async (db: Db, { deptScope }: Principal, cycleId: number): Promise<void> => {
  const cycle = await db.selectFrom('cycle').select('id').where('id', '=', cycleId).executeTakeFirst();
  if (!cycle || deptScope !== null) throw notFound('批次');
};

/** The text of a cycle, and when the reader signed it. */
export const readStaffCommitment = async (db: Db, reader: Principal, cycleId: number) => {
  await requireCycle(db, reader, cycleId);
  const text = await findText(db, cycleId);
  const signature = text && (await findSignature(db, reader, { cycleId, textId: text.id }));
  return { text, signedAt: signature?.signedAt ?? null };
};

/** Signs for the work in a cycle. Repeated calls sign each version once. */
export const signAsStaff = (
  db: Db,
  actor: Signer,
  { cycleId, textId }: { cycleId: number; textId: number },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await requireCycle(tx, actor, cycleId);
    // Locks the signer: of two simultaneous calls the second one finds the signature of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`staff ${actor.userId}`}, 0))`.execute(tx);
    const text = await findText(tx, cycleId);
    if (text?.id !== textId) throw conflict('commitment.changed', '承诺书已更新，请重新阅读后签署');
    if (await findSignature(tx, actor, { cycleId, textId })) return;
    await sign(tx, actor, text, {
      project_id: null,
      cycle_id: cycleId,
      name: await findSignerName(tx, actor),
    });
    await audit(tx, {
      actorId: actor.userId,
      action: 'cycle.commitment_signed',
      entity: 'cycle',
      entityId: cycleId,
      detail: { title: text.title, version: text.version, hash: text.hash },
    });
  });

/** Refuses decisions and draws of the office in a cycle before its present text is signed. */
export const requireStaffSignature = async (db: Db, actor: Principal, cycleId: number): Promise<void> => {
  const text = await findText(db, cycleId);
  if (!text || (await findSignature(db, actor, { cycleId, textId: text.id }))) return;
  const message = '您还没有签署本批次的工作人员承诺书，签署后才能办理';
  throw new AppError(409, STAFF_UNSIGNED, message, undefined, { cycleId });
};
