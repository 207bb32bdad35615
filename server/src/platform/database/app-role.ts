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
