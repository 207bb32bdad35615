import pg from 'pg';

/** Tables that the product only adds to; triggers say the same to the owner. */
const appendOnly = ['audit_event', 'audit_link', 'state_event'];

/**
 * Lets a role read and write all rows, and nothing else: it owns no table, so that it can disable no trigger, and creates none. Called by
 * the owner after each migration.
 */
export const grantToApp = async (client: pg.ClientBase, role: string): Promise<void> => {
  const name = pg.escapeIdentifier(role);
  await client.query(`
    grant usage on schema public to ${name};
    revoke create on schema public from public, ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    grant usage, select on all sequences in schema public to ${name};
    revoke update, delete on ${appendOnly.join(', ')} from ${name};
    revoke insert, update, delete on migration from ${name}`);
};

/** Whether the role of this connection may change tables: the owner, or a superuser. */
export const ownsTables = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ owns: boolean }>(
    `select has_schema_privilege(current_user, 'public', 'create') or exists (select from pg_tables
       where schemaname = 'public' and pg_has_role(current_user, tableowner, 'member')) as owns`,
  );
  return rows[0]?.owns ?? true;
};

/** Tables that the role of this connection cannot read and add to, as far as the product has to. */
export const findMissingRights = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
       and not (has_table_privilege(format('%I.%I', schemaname, tablename), 'select')
         and (tablename = 'migration' or has_table_privilege(format('%I.%I', schemaname, tablename), 'insert')))
     order by tablename`,
  );
  return rows.map(({ name }) => name);
};

/** Rights of the role of this connection beyond reading and writing rows, in words; null if it has none. */
export const findStrength = async (client: pg.ClientBase): Promise<string | null> => {
  const { rows } = await client.query<{ role: string; super: boolean }>(
    'select rolname as role, rolsuper as super from pg_roles where rolname = current_user',
  );
  const { role, super: isSuper } = rows[0]!;
  if (isSuper) return `数据库角色 ${role} 是超级用户`;
  return (await ownsTables(client)) ? `数据库角色 ${role} 是表的所有者，或可以建表` : null;
};
