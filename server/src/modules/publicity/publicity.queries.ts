import { sql } from 'kysely';
import type { z } from 'zod';
import type { Publicity, publicityApi, PublicityStanding } from '@zhiping/shared/contracts/publicity.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { whereGiven } from '../../platform/database/where-given.ts';
import { notFound } from '../../platform/errors.ts';
import { type Ordering, paginate } from '../../platform/lists/paginate.ts';
import { checkerOf, isChecked } from '../project/project.policy.ts';

export const NOUN = '单位公示';

const standingOn = (
  today: string,
) => sql<PublicityStanding>`case when cancel_reason is not null then 'cancelled'
  when ${today} < starts_on then 'planned' when ${today} <= ends_on then 'running' else 'over' end`;

/** Publicities of the reader's schools. Counts only objections against projects in the reader's scope. */
const visible = (db: Db, reader: Principal) =>
  db
    .selectFrom('unit_publicity')
    .innerJoin('cycle', 'cycle.id', 'unit_publicity.cycle_id')
    .innerJoin('dept', 'dept.id', 'unit_publicity.school_id')
    .select([
      'unit_publicity.id',
      'cycle.name as cycleName',
      'dept.name as schoolName',
      'starts_on as startsOn',
      'ends_on as endsOn',
      'working_days as workingDays',
      sql<number>`jsonb_array_length(people)`.as('people'),
      sql<number>`(select count(*) from objection join project on project.id = project_id
        where publicity_id = unit_publicity.id and verdict is null and ${isChecked(reader)})`.as(
        'openObjections',
      ),
      standingOn(dayOf(reader.at)).as('standing'),
    ])
    .where(inDeptScope(reader, 'unit_publicity.school_id'))
    // Notices contain names, which supervisors must not see.
    .where(sql<boolean>`${checkerOf(reader) !== 'supervisor'}`);

const ordering = {
  sortable: { id: 'unit_publicity.id', startsOn: 'starts_on', endsOn: 'ends_on' },
  order: [['unit_publicity.id', 'desc']],
} satisfies Ordering<Schema, 'unit_publicity'>;

type Query = z.output<typeof publicityApi.list.query>;

/** Publicities of the reader's schools, newest first. */
export const findPublicities = (db: Db, reader: Principal, query: Query) =>
  paginate(
    query,
    visible(db, reader)
      .$call(whereGiven(query.id, (rows, given) => rows.where('unit_publicity.id', '=', given)))
      .$call(whereGiven(query.cycleId, (rows, given) => rows.where('unit_publicity.cycle_id', '=', given)))
      .$call(
        whereGiven(query.standing, (rows, given) => rows.where(standingOn(dayOf(reader.at)), '=', given)),
      ),
    ordering,
  );

const findObjections = (db: Db, reader: Principal, publicityId: number) =>
  db
    .selectFrom('objection')
    .innerJoin('project', 'project.id', 'project_id')
    .select([
      'objection.id',
      'project_id as projectId',
      sql<string>`(select person ->> 'name' from unit_publicity, jsonb_array_elements(people) as person
        where unit_publicity.id = publicity_id and (person ->> 'projectId')::bigint = project_id)`.as(
        'personName',
      ),
      'objection.name',
      'contact',
      'content',
      'evidence',
      'received_on as receivedOn',
      'due_on as dueOn',
      'verdict',
      'answer',
      sql<string | null>`(select ${actorName()} from sys_user where sys_user.id = answered_by)`.as(
        'answeredBy',
      ),
      'answered_at as answeredAt',
      'objection.version',
    ])
    .where('publicity_id', '=', publicityId)
    .where(isChecked(reader))
    .orderBy('objection.id')
    .execute();

type Standing = { standing: PublicityStanding; suspendedReason: string | null };

/** Abilities on a publicity, with reasons. Objections of a cancelled one can still be answered. */
const abilitiesOf = ({ standing, suspendedReason }: Standing) => {
  const suspended: true | string = suspendedReason === null ? true : `批次已暂停：${suspendedReason}`;
  const unless = (event: string): true | string =>
    standing === 'cancelled' ? `公示已撤销，不能${event}` : suspended;
  return { cancel: unless('再次撤销'), object: unless('登记异议'), answer: suspended };
};

/** One publicity with its notice, applicants and objections; 404 if it is not of the reader's schools. */
export const readPublicity = async (
  db: Db,
  reader: Principal,
  id: number,
): Promise<z.input<typeof Publicity>> => {
  const found = await visible(db, reader)
    .select([
      'place',
      'contact',
      'unit_publicity.notice',
      'people as table',
      'cancel_reason as cancelReason',
      'suspended_reason as suspendedReason',
      sql<
        string | null
      >`coalesce((select ${actorName()} from sys_user where username = create_by), create_by)`.as('createBy'),
      'unit_publicity.create_time as createTime',
    ])
    .where('unit_publicity.id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound(NOUN);
  const { table, suspendedReason, ...publicity } = found;
  const states = await db
    .selectFrom('project')
    .select(['id', 'state'])
    .where(
      'id',
      'in',
      table.map(({ projectId }) => projectId),
    )
    .execute();
  const stateOf = new Map(states.map((one) => [one.id, one.state]));
  const { standing } = publicity;
  return {
    ...publicity,
    people: table.map((person) => ({ ...person, state: stateOf.get(person.projectId)! })),
    objections: await findObjections(db, reader, id),
    can: holds(reader, ['project:check']) ? abilitiesOf({ standing, suspendedReason }) : {},
  };
};
