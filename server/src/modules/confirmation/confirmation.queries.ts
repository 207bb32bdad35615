import { sql } from 'kysely';
import type { z } from 'zod';
import type { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { confirmationMachine } from '@zhiping/shared/rules/confirmation/states.ts';
import { eventsFor } from '@zhiping/shared/rules/workflow/state-machine.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { whereGiven } from '../../platform/database/where-given.ts';
import { type Ordering, paginate } from '../../platform/lists/paginate.ts';
import { findSeconds, isAskerGone, isConcernedIn, isConcernedWithNamed, isOpen } from './seconds.queries.ts';

/**
 * Their own requests; those of others for accounts with all schools in scope, or with the school whose act it is, or
 * of its supervising body, that are not concerned in the cycle. What names a teacher is for those who read teachers.
 */
export const isReadable = (reader: Principal) => {
  const { userId, deptScope, bodyScope } = reader;
  return sql<boolean>`(asked_by = ${userId} or ((${deptScope === null}
      or confirmation.school_id = any(${[...(deptScope ?? []), ...bodyScope]}::bigint[]))
    and not coalesce(${isConcernedIn(sql`${userId}`, sql`confirmation.cycle_id`)}, false)
    and (confirmation.act <> 'correctTeacher' or ${holds(reader, ['teacher:list'])})
    and not ${isConcernedWithNamed(sql`${userId}`)}))`;
};

export const findReadable = (db: Db, reader: Principal, id: number) =>
  db.selectFrom('confirmation').selectAll().where('id', '=', id).where(isReadable(reader)).executeTakeFirst();

const ordering = {
  sortable: { askedAt: 'asked_at', lapsesAt: 'lapses_at' },
  order: [
    ['asked_at', 'desc'],
    ['confirmation.id', 'desc'],
  ],
} satisfies Ordering<Schema, 'confirmation'>;

type Query = z.output<typeof confirmationApi.list.query>;

export const findConfirmations = async (
  db: Db,
  reader: Principal,
  { id, state, act, cycleId, ...paging }: Query,
) => {
  const page = await paginate(
    paging,
    db
      .selectFrom('confirmation')
      .leftJoin('cycle', 'cycle.id', 'cycle_id')
      .select([
        'confirmation.id',
        'act',
        'summary',
        'reason',
        'confirmation.state',
        'link',
        'cycle.name as cycleName',
        'asked_by',
        'asked_name as askedBy',
        'asked_at as askedAt',
        'lapses_at as lapsesAt',
        'answered_name as answeredBy',
        'answered_at as answeredAt',
        'note',
        isAskerGone.as('isAskerGone'),
      ])
      .where(isReadable(reader))
      .$call(whereGiven(id, (rows, given) => rows.where('confirmation.id', '=', given)))
      .$call(whereGiven(state, (rows, given) => rows.where('confirmation.state', '=', given)))
      .$call(whereGiven(act, (rows, given) => rows.where('act', '=', given)))
      .$call(whereGiven(cycleId, (rows, given) => rows.where('cycle_id', '=', given))),
    ordering,
  );
  const waiting = page.content.filter((row) => row.state === 'waiting').map((row) => row.id);
  const seconds = waiting.length > 0 ? await findSeconds(db, waiting) : new Map<number, number[]>();
  return {
    ...page,
    content: page.content.map(({ asked_by, isAskerGone: isGone, ...row }) => ({
      ...row,
      act: row.act,
      state: row.state,
      can: eventsFor(confirmationMachine, row.state, [asked_by === reader.userId ? 'asker' : 'other'], {
        isSecond: (seconds.get(row.id) ?? []).includes(reader.userId),
        isOver: row.lapsesAt <= reader.at,
        // The object is looked at when it is answered.
        isChanged: false,
        isAskerGone: isGone,
      }),
    })),
  };
};

/** Requests that a reader can answer now. */
export const findAnswerable = async (db: Db, reader: Principal) => {
  const waiting = await db
    .selectFrom('confirmation')
    .select(['id', 'act', 'summary'])
    .where(isOpen(reader.at))
    .where(isReadable(reader))
    .orderBy('id')
    .execute();
  if (waiting.length === 0) return [];
  const seconds = await findSeconds(
    db,
    waiting.map(({ id }) => id),
  );
  return waiting.filter(({ id }) => seconds.get(id)?.includes(reader.userId));
};
