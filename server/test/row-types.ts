/** A column as PostgreSQL knows it. */
export type Column = {
  table_name: string;
  column_name: string;
  data_type: string;
  is_nullable: 'YES' | 'NO';
  /** The database fills it in by itself. */
  has_default: boolean;
};

const types: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  boolean: 'boolean',
  'double precision': 'number',
  text: 'string',
  character: 'string',
  uuid: 'string',
  date: 'string',
  bytea: 'Buffer',
};

const typeOf = ({ table_name, column_name, data_type, is_nullable, has_default }: Column) => {
  const isNullable = is_nullable === 'YES';
  if (data_type === 'timestamp with time zone')
    return isNullable ? 'MaybeTime' : has_default ? 'Now' : 'Time';
  const type = types[data_type];
  if (!type) throw new Error(`${table_name}.${column_name} is ${data_type}: write its row type by hand`);
  const given = isNullable ? `${type} | null` : type;
  return has_default ? `Generated<${given}>` : given;
};

/** The file of row types for tables that say no more than their columns do. */
export const rowTypesOf = (columns: readonly Column[]): string => {
  const tables = Map.groupBy(columns, ({ table_name }) => table_name);
  const members = [...tables].map(
    ([table, own]) =>
      `  ${table}: {\n${own.map((column) => `    ${column.column_name}: ${typeOf(column)};\n`).join('')}  };\n`,
  );
  const body = members.join('');
  const used = ['MaybeTime', 'Now', 'Time'].filter((name) => new RegExp(`: ${name};`).test(body));
  return `import type { Generated } from 'kysely';
import type { ${used.join(', ')} } from './schema-types.ts';

/** Written by \`npm run rows\` from the migrated database, for every table that has no row type written by hand. */
export type PlainSchema = {
${body}};
`;
};
