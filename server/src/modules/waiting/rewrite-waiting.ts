import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import { rewrittenForm } from './rewrite-form.ts';
import { rewrittenQuery } from './rewrite-query.ts';
import type { Renaming } from './renaming.ts';

type Found = { key: number; value: string; isUnitTree: boolean };

/** A column whose rows hold schools and subjects in passing, where no foreign key can find them. */
type Place = {
  table: string;
  column: string;
  key: string;
  /** Which rows still wait for somebody; those that are history stay as they were. */
  waits: RawBuilder<unknown>;
  /** Whether `pid` in the address that a row holds is a unit. */
  isUnitTree: RawBuilder<unknown>;
  type: 'jsonb' | 'text';
  rewrite: (found: Found, renaming: Renaming) => string;
};

const rewriteForm: Place['rewrite'] = ({ value }, renaming) =>
  JSON.stringify(rewrittenForm(JSON.parse(value), renaming));

const NO = sql`false`;
const places = [
  {
    table: 'expert_change',
    column: 'form',
    key: 'id',
    waits: sql`status = 'waiting'`,
    isUnitTree: NO,
    type: 'jsonb',
    rewrite: rewriteForm,
  },
  {
    table: 'draft',
    column: 'form',
    key: 'id',
    waits: sql`kind = 'expertProfile'`,
    isUnitTree: NO,
    type: 'jsonb',
    rewrite: rewriteForm,
  },
  {
    table: 'saved_view',
    column: 'query',
    key: 'id',
    waits: sql`true`,
    isUnitTree: sql`exists (select from menu where component_name in ('School', 'Dept')
      and right(page, length(path) + 1) = '/' || path)`,
    type: 'text',
    rewrite: ({ value, isUnitTree }, renaming) => rewrittenQuery(value, renaming, isUnitTree),
  },
  {
    // Exports that have not begun, and those that another node begins again when this one is killed.
    table: 'task',
    column: 'payload',
    key: 'id',
    waits: sql`kind like 'export:%' and state in ('waiting', 'running')`,
    isUnitTree: sql`kind ~ '^export:/api/(school|dept)/'`,
    type: 'jsonb',
    rewrite: ({ value, isUnitTree }, renaming) => {
      const { query, ...rest } = JSON.parse(value) as { query: string };
      return JSON.stringify({ query: rewrittenQuery(query, renaming, isUnitTree), ...rest });
    },
  },
] as const satisfies Place[];

/** A test holds these and the following against the columns of the database, so that a new one cannot be forgotten. */
export const WAITING_PLACES = places.map(({ table, column }) => [table, column] as const);

/** Other columns of that kind, and why nothing in them is rewritten. */
export const UNREWRITTEN = {
  'audit_event.detail': 'what happened stays as it happened',
  'task.result': 'a report of what was done',
  'sys_user.preferences': 'switches by name',
};

/** Rows in which something that is renamed may stand; more than needed does no harm. */
const mayName = ({ schools, subjects }: Renaming): string[] => [
  ...[...schools.keys()].map((id) => `%${id}%`),
  // Forms have a path as a list; addresses have it joined or part after part, so that its last part must do.
  ...new Set([...subjects.keys()].map((key) => `%${key.split('/').at(-1)}%`)),
];

const rewritePlace = async (tx: Tx, place: Place, renaming: Renaming): Promise<number> => {
  const [table, column, key] = [sql.table(place.table), sql.ref(place.column), sql.ref(place.key)];
  const { rows } = await sql<Found>`
    select ${key} as key, ${column}::text as value, ${place.isUnitTree} as "isUnitTree" from ${table}
    where ${place.waits} and ${column}::text like any(${mayName(renaming)}::text[])
    order by ${key} for update of ${table}`.execute(tx);
  const changed = rows.flatMap((found) => {
    const value = place.rewrite(found, renaming);
    return isSame(place, found.value, value) ? [] : [{ key: found.key, value }];
  });
  await sql`update ${table} set ${column} = later.value::${sql.raw(place.type)}
    from unnest(${changed.map((one) => one.key)}::bigint[], ${changed.map(({ value }) => value)}::text[])
      as later (key, value)
    where ${sql.ref(`${place.table}.${place.key}`)} = later.key`.execute(tx);
  return changed.length;
};

const isSame = ({ type }: Place, before: string, after: string) =>
  type === 'text' ? before === after : JSON.stringify(JSON.parse(before)) === after;

/**
 * Let drafts, changes that wait, saved views and ordered exports go on under the new names, in the transaction that renames.
 * Answers how many rows of each table were rewritten. What an open page still holds is refused by name when it is sent.
 */
export const rewriteWaiting = async (
  tx: Tx,
  { schools = new Map(), subjects = new Map() }: Partial<Renaming>,
): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const place of places) counts[place.table] = await rewritePlace(tx, place, { schools, subjects });
  return counts;
};
