import { parseSync, type TSSignature, type TSType } from 'oxc-parser';

/** A column as PostgreSQL knows it. */
export type Column = {
  table_name: string;
  column_name: string;
  data_type: string;
  is_nullable: 'YES' | 'NO';
  /** Filled by the database if an insert leaves it out. */
  has_default: boolean;
  /** Computed or numbered by the database; an insert cannot set it. */
  is_always: boolean;
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
  _text: 'string[]',
  _int8: 'number[]',
};

const membersOf = (type: TSType | null | undefined): TSSignature[] =>
  type?.type === 'TSTypeLiteral' ? type.members : [];

const fieldsOf = (type: TSType | null | undefined) =>
  membersOf(type).flatMap((member) =>
    member.type === 'TSPropertySignature' && member.key.type === 'Identifier'
      ? [{ name: member.key.name, type: member.typeAnnotation?.typeAnnotation }]
      : [],
  );

/** The keys `table.column` of the type `ColumnTypes` in this source. */
export const narrowedColumns = (source: string): Set<string> => {
  const declarations = parseSync('column-types.ts', source).program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' &&
    statement.declaration?.type === 'TSTypeAliasDeclaration' &&
    statement.declaration.id.name === 'ColumnTypes'
      ? [statement.declaration.typeAnnotation]
      : [],
  );
  return new Set(
    fieldsOf(declarations[0]).flatMap((table) =>
      fieldsOf(table.type).map((column) => `${table.name}.${column.name}`),
    ),
  );
};

const typeOf = (column: Column, narrowed: ReadonlySet<string>) => {
  const { table_name: table, column_name: name, data_type, has_default, is_always } = column;
  const isNullable = column.is_nullable === 'YES';
  if (data_type === 'timestamp with time zone')
    return isNullable ? 'MaybeTime' : has_default ? 'Now' : 'Time';
  const isNarrowed = narrowed.has(`${table}.${name}`);
  const own = `ColumnTypes['${table}']['${name}']`;
  if (data_type === 'jsonb') {
    if (!isNarrowed) throw new Error(`${table}.${name} is jsonb: give it a type in column-types.ts`);
    return own;
  }
  const plain = types[data_type];
  if (!plain) throw new Error(`${table}.${name} is ${data_type}: row-types.ts has no type for it`);
  const type = `${isNarrowed ? own : plain}${isNullable ? ' | null' : ''}`;
  if (is_always) return `GeneratedAlways<${type}>`;
  return has_default ? `Generated<${type}>` : type;
};

/** The source of the row types of all tables; throws where `narrowed` names a column that does not exist. */
export const rowTypesOf = (columns: readonly Column[], narrowed: ReadonlySet<string>): string => {
  const known = new Set(columns.map(({ table_name, column_name }) => `${table_name}.${column_name}`));
  const unknown = [...narrowed].filter((key) => !known.has(key));
  if (unknown.length > 0)
    throw new Error(`column-types.ts names columns that do not exist: ${unknown.join(', ')}`);
  const tables = Map.groupBy(columns, ({ table_name }) => table_name);
  const members = [...tables].map(
    ([table, own]) =>
      `  ${table}: {\n${own.map((column) => `    ${column.column_name}: ${typeOf(column, narrowed)};\n`).join('')}  };\n`,
  );
  return `import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

type Time = ColumnType<Date, Date | string, Date | string>;
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Now = ColumnType<Date, Date | string | undefined, Date | string>;

/** Row types of all tables, written by \`npm run rows\` from the migrated database. */
export type Schema = {
${members.join('')}};
`;
};
