import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { areOnePerson, personsOf } from '../person/own-case.ts';

/**
 * Whether a user applies or reviews in a cycle, with whichever of their accounts. Such accounts neither decide about others in it nor learn who has whose
 * project.
 */
export const isConcernedIn = (userId: RawBuilder<unknown>, cycleId: RawBuilder<unknown>) =>
  sql<boolean>`(exists (select from project
      where project.cycle_id = ${cycleId} and project.person_id = any(array${personsOf(userId)}))
    or exists (select from assignment join expert on expert.id = expert_id
      where (expert.user_id = ${userId} or expert.person_id = any(array${personsOf(userId)}))
        and assignment.cycle_id = ${cycleId}))`;

/** Whether this account is such a one. */
export const isConcerned = async (db: Db, { userId }: Principal, cycleId: number): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    select ${isConcernedIn(sql`${userId}`, sql`${cycleId}`)} as is`.execute(db);
  return rows[0]!.is;
};

/** Whether two rows of accounts, `u` and `asker`, are one person. */
const isSamePerson = areOnePerson(sql`u.id`, sql`asker.id`);

/** Whether the one who asked may no longer act: no account any more, or concerned in the cycle by now. */
export const isAskerGone = sql<boolean>`(not exists (select from sys_user where sys_user.id = confirmation.asked_by and enabled)
  or coalesce(${isConcernedIn(sql`confirmation.asked_by`, sql`confirmation.cycle_id`)}, false))`;

/** Whether a request names a teacher, and a user applies or reviews in a cycle of theirs. */
export const isConcernedWithNamed = (userId: RawBuilder<unknown>) =>
  sql<boolean>`(confirmation.act = 'correctTeacher' and exists (select from teacher join project named using (person_id)
    where teacher.id = confirmation.object_id and ${isConcernedIn(userId, sql`named.cycle_id`)}))`;

/** Whether a request names nobody, or its second person reads names: supervisors know numbers only. */
const mayReadNames = sql<boolean>`(confirmation.act <> 'correctTeacher' or exists (select from user_role held
  join role_menu using (role_id) join menu on menu.id = menu_id
  where held.user_id = u.id and menu.permission = 'teacher:list'))`;

/** Whether a request can still be confirmed, as far as time and the one who asked are concerned. */
export const isOpen = (at: Date) =>
  sql<boolean>`(confirmation.state = 'waiting' and lapses_at > ${at} and not ${isAskerGone})`;

/**
 * Who may confirm each of these requests: another person of the office who holds the permission of the act; the
 * supervisors where the office has no other. Nobody who is concerned in the cycle, or may not know whom it names.
 */
export const findSeconds = async (db: Db, ids: readonly number[]): Promise<Map<number, number[]>> => {
  const { rows } = await sql<{ id: number; users: number[] }>`
    with holder as (
      select confirmation.id, u.id as user_id, bool_or(m.permission <> 'confirm:alone') as is_office
      from confirmation left join sys_user asker on asker.id = asked_by
        cross join sys_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
        join role_menu rm on rm.role_id = r.id join menu m on m.id = rm.menu_id
      where confirmation.id = any(${[...ids]}::bigint[]) and u.enabled and r.data_scope = '全部'
        and m.permission in ('confirm:' || act, 'confirm:alone')
        and ${isSamePerson} is not true
        and (cycle_id is null or not ${isConcernedIn(sql`u.id`, sql`confirmation.cycle_id`)})
        and ${mayReadNames} and not ${isConcernedWithNamed(sql`u.id`)}
      group by confirmation.id, u.id
    )
    select id, array_agg(user_id order by user_id) as users from holder
    where is_office or not exists (select from holder other where other.id = holder.id and other.is_office)
    group by id`.execute(db);
  return new Map(rows.map(({ id, users }) => [Number(id), users.map(Number)]));
};
