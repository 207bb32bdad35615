import type { Principal } from '../../platform/auth/principal.ts';
import type { Tx } from '../../platform/database/db.ts';

export type Signer = Principal & { ip: string };

/** The name under which an account signs. */
export const findSignerName = async (tx: Tx, { userId }: Principal): Promise<string> => {
  const { name } = await tx
    .selectFrom('sys_user')
    .select('nick_name as name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return name;
};

/** Stores a signature: who signed which text for a project or for work in a cycle, when, and from which address. */
export const sign = (
  tx: Tx,
  { userId, at, ip }: Signer,
  { id: text_id, hash: text_hash }: { id: number; hash: string },
  {
    project_id,
    cycle_id = null,
    name,
  }: { project_id: number | null; cycle_id?: number | null; name: string },
) =>
  tx
    .insertInto('commitment_signature')
    .values({ text_id, text_hash, user_id: userId, name, project_id, cycle_id, ip, signed_at: at })
    .execute();
