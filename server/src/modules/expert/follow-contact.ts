import { sql } from 'kysely';
import { EXPERT_ROLE_ID } from '@zhiping/shared/constants.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { type Messages, notifyContactChange } from '../account/notify-contact-change.ts';
import { fieldError } from '../../platform/errors.ts';
import { isOffice } from './expert.policy.ts';
import type { Principal } from '../../platform/auth/principal.ts';

type Contact = { name?: string | undefined; phone?: string | undefined; email?: string | null | undefined };

/** Accounts of those who are experts and nothing else; others keep what they entered themselves. */
const isOnlyExpert = sql`not exists (
  select from user_role r where r.user_id = u.id and r.role_id <> ${EXPERT_ROLE_ID})`;

const isEmailTaken = async (tx: Tx, userId: number, email: string) => {
  const other = await tx
    .selectFrom('sys_user')
    .select('id')
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('id', '<>', userId)
    .executeTakeFirst();
  return other !== undefined;
};

/** Keeps the account reachable under the changed contact of the expert's record; the old contact is notified. */
export const followContact = async (
  tx: Tx,
  messages: Messages,
  actor: Principal,
  { expertId, contact }: { expertId: number; contact: Contact },
) => {
  const { rows } = await sql<{
    id: number;
    username: string;
    nick_name: string;
    phone: string;
    email: string | null;
    enabled: boolean;
  }>`
    select u.id, u.username, u.nick_name, u.phone, u.email, u.enabled from sys_user u join expert e on e.user_id = u.id
    where e.id = ${expertId} and ${isOnlyExpert} for update of u`.execute(tx);
  const [old] = rows;
  if (!old) return;
  // Proposals of a school say nothing about other accounts: a taken address stays with the record alone.
  const isTaken =
    !isOffice(actor) && contact.email != null && (await isEmailTaken(tx, old.id, contact.email));
  const now = {
    nick_name: contact.name ?? old.nick_name,
    phone: contact.phone ?? old.phone,
    email: contact.email === undefined || isTaken ? old.email : contact.email,
  };
  if (old.nick_name === now.nick_name && old.phone === now.phone && old.email === now.email) return;
  await tx
    .updateTable('sys_user')
    .set((value) => ({ ...now, version: value('version', '+', 1) }))
    .where('id', '=', old.id)
    .execute();
  // A proposal is edited before its account is used.
  if (old.enabled) await notifyContactChange(tx, messages, actor.at, { old, now });
};

/** Refuses a phone or e-mail that belongs to another account. */
export const requireFreeContact = async (
  db: Db | Tx,
  expertId: number,
  { phone, email }: Contact,
  advice: string,
) => {
  if (!phone && !email) return;
  const { rows } = await sql<{ isPhone: boolean }>`
    select other.phone is not distinct from ${phone ?? null} as "isPhone"
    from expert e join sys_user u on u.id = e.user_id
      join sys_user other on other.id <> u.id
        and (other.phone = ${phone ?? null} or lower(other.email) = lower(${email ?? null}))
    where e.id = ${expertId} and ${isOnlyExpert} limit 1`.execute(db);
  if (!rows[0]) return;
  const [field, label] = rows[0].isPhone ? (['phone', '手机号码'] as const) : (['email', '邮箱'] as const);
  throw fieldError('expert.contact_taken', field, `${label}已被其他账号使用，${advice}`);
};
