import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { likePattern } from './db.ts';

/** A filter for `$call` that counts only where something was asked for: not for undefined, nor for an empty text. */
export const whereGiven =
  <Rows, V>(value: V | undefined, filter: (rows: Rows, given: V) => Rows) =>
  (rows: Rows): Rows =>
    value === undefined || value === '' ? rows : filter(rows, value);

/** Whether a column holds a text, whatever its case. Its index is one of trigrams of the column in lower case. */
export const contains = (column: string, part: string): RawBuilder<SqlBool> =>
  sql`lower(${sql.ref(column)}) like ${likePattern(part)}`;

/** Whether a time lies within a range, both ends included. */
export const isWithin = (column: string, [from, to]: readonly [Date, Date]): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} between ${from} and ${to}`;
