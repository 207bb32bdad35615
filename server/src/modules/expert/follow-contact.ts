import { sql } from 'kysely';
import { EXPERT_ROLE_ID } from '@zhiping/shared/constants.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { fieldError } from '../../platform/errors.ts';

type Contact = { name?: string | undefined; phone?: string | undefined; email?: string | null | undefined };

/** Accounts of those who are experts and nothing else; others keep what they entered themselves. */
const isOnlyExpert = sql`not exists (
  select from user_role r where r.user_id = u.id and r.role_id <> ${EXPERT_ROLE_ID})`;

const columns = { name: 'nick_name', phone: 'phone', email: 'email' } as const;

/** Keep the account reachable under what the record of the expert now tells, as far as it changes. */
export const followContact = async (tx: Tx, expertId: number, contact: Contact) => {
  const changed = Object.entries(columns).flatMap(([field, column]) => {
    const value = contact[field as keyof Contact];
    return value === undefined ? [] : [{ column: sql.ref(column), value }];
  });
  if (changed.length === 0) return;
  const values = changed.map(({ column, value }) => sql`${column} = ${value}`);
  const differs = changed.map(({ column, value }) => sql`u.${column} is distinct from ${value}`);
  await sql`update sys_user u set ${sql.join(values)}, version = u.version + 1
    from expert e where e.id = ${expertId} and u.id = e.user_id and (${sql.join(differs, sql` or `)})
      and ${isOnlyExpert}`.execute(tx);
};

/** Refuse a change whose phone or e-mail his account could not take over, because another one has it. */
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
