import { type RawBuilder, sql } from 'kysely';
import { SCHOOL_ROOT_IDS } from '@zhiping/shared/constants.ts';
import type { Principal } from '../../platform/auth/principal.ts';

const roots = sql`${[...SCHOOL_ROOT_IDS]}::bigint[]`;

/** The name of the institution above a unit; null for the institution itself, and outside of the register. */
const institutionAbove = (unit: string) => sql<string | null>`case
  when ${sql.ref(`${unit}.pid`)} <> all(${roots}) then (
    with recursive above (pid, name) as (
      select first.pid, first.name from dept first where first.id = ${sql.ref(`${unit}.pid`)}
      union all
      select up.pid, up.name from above join dept up on up.id = above.pid where above.pid <> all(${roots})
    )
    select name from above where pid = any(${roots})) end`;

/**
 * The id of the institution that a unit belongs to, its own where it is one; that of a unit outside of the register is its own too.
 */
export const institutionIdOf = (unit = 'dept'): RawBuilder<number> => sql<number>`coalesce((
  with recursive above (id, pid) as (
    select first.id, first.pid from dept first where first.id = ${sql.ref(`${unit}.id`)}
    union all
    select up.id, up.pid from above join dept up on up.id = above.pid where above.pid <> all(${roots})
  )
  select id from above where pid = any(${roots})), ${sql.ref(`${unit}.id`)})`;

const named = <N extends string | null>(unit: string, institution: RawBuilder<string | null>) =>
  sql<N>`${sql.ref(`${unit}.name`)} || coalesce('（' || (${institution}) || '）', '')`;

/** A unit of an institution with the name of that: there is a 数学科学学院 at many. */
export const unitName = <N extends string | null = string>(unit = 'dept'): RawBuilder<N> =>
  named<N>(unit, institutionAbove(unit));

/** Whether the reader's scope is within one institution, so that its units need no prefix. */
const isOfOne = ({ deptScope, bodyScope }: Principal) =>
  deptScope === null || bodyScope.length > 0
    ? sql<boolean>`false`
    : sql<boolean>`(select count(*) from dept own where own.id = any(${[...deptScope]}::bigint[])
        and own.pid = any(${roots})) <= 1`;

/** The institution shown with a unit: none for readers of a single one. */
export const institutionFor = (reader: Principal, unit = 'dept'): RawBuilder<string | null> =>
  sql<string | null>`case when not ${isOfOne(reader)} then ${institutionAbove(unit)} end`;

/** The name of a unit as a reader needs it. */
export const unitNameFor = (reader: Principal, unit = 'dept'): RawBuilder<string> =>
  named<string>(unit, institutionFor(reader, unit));
