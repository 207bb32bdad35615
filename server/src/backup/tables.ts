import type pg from 'pg';

type Column = { name: string; isIdentity: boolean };
export type Table = { name: string; columns: Column[] };

/** Every table of the product, each after those that it refers to, with its columns but those that are computed. */
export const findTables = async (client: pg.ClientBase): Promise<Table[]> => {
  const { rows: columns } = await client.query<{ table: string; name: string; isIdentity: boolean }>(
    `select c.table_name as table, c.column_name as name, c.is_identity = 'YES' as "isIdentity"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
     order by c.table_name, c.ordinal_position`,
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select distinct conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
     where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace`,
  );
  const byTable = Map.groupBy(columns, ({ table }) => table);
  return inOrder([...byTable.keys()], references).map((name) => ({
    name,
    columns: (byTable.get(name) ?? []).map(({ name: column, isIdentity }) => ({ name: column, isIdentity })),
  }));
};

const inOrder = (names: string[], references: { from: string; to: string }[]): string[] => {
  const ordered: string[] = [];
  const visit = (name: string) => {
    if (ordered.includes(name)) return;
    for (const { from, to } of references) if (from === name) visit(to);
    ordered.push(name);
  };
  names.forEach(visit);
  return ordered;
};

export const quoted = ({ columns }: Table) => columns.map(({ name }) => `"${name}"`).join(', ');
