import { type RawBuilder, sql } from 'kysely';
import { SUPER_ADMIN_ROLE_ID } from '@zhiping/shared/constants.ts';
import { askedWith, type ConfirmedAct } from '@zhiping/shared/rules/confirmation/acts.ts';
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

/**
 * Whether a user is in the pool of experts, with whichever of their accounts: an officer who is clears no way for
 * themselves.
 */
export const isPooled = (userId: RawBuilder<unknown>) =>
  sql<boolean>`(exists (select from expert pooled where pooled.enabled and pooled.accepted_at is not null
    and (pooled.user_id = ${userId} or pooled.person_id = any(array${personsOf(userId)}))))`;

/** Acts that decide who reviews. */
const placing = ['changeExpert', 'liftConflict'] as const satisfies readonly ConfirmedAct[];

/** Days in which an account that another one opened or changed stays in the hands of its owner. */
const OWN_DAYS = 30;

/**
 * Whether one of two accounts, `u` and the asker's, lately opened the other, set its password, phone or e-mail, or gave it
 * a role: its owner may know how to sign in with both, or has chosen their own second person.
 */
const isOfAsker = sql<boolean>`exists (select from audit_event as e
  where e.entity = 'user' and (e.entity_id, e.actor_id) in ((u.id::text, asked_by), (asked_by::text, u.id))
    and e.action in ('user.created', 'user.changed', 'user.password_reset')
    and e.at > asked_at - ${OWN_DAYS} * interval '1 day')`;

/** Whether two rows of accounts, `u` and `asker`, are one person. */
const isSamePerson = areOnePerson(sql`u.id`, sql`asker.id`);

/** Whether an account holds a permission that its request needs, or all as a super administrator. */
const mayStillAsk = sql<boolean>`exists (select from user_role left join role_menu using (role_id)
  left join menu on menu.id = menu_id
  where user_role.user_id = confirmation.asked_by and (user_role.role_id = ${SUPER_ADMIN_ROLE_ID}
    or menu.permission in (select jsonb_array_elements_text(${JSON.stringify(askedWith)}::jsonb -> confirmation.act))))`;

/** Whether the one who asked may no longer act: no account or permission any more, or concerned in the cycle by now. */
export const isAskerGone = sql<boolean>`(not exists (select from sys_user where sys_user.id = confirmation.asked_by and enabled)
  or not ${mayStillAsk}
  or coalesce(${isConcernedIn(sql`confirmation.asked_by`, sql`confirmation.cycle_id`)}, false))`;

/** Whether a request names a teacher, and a user applies or reviews in a cycle of theirs. */
export const isConcernedWithNamed = (userId: RawBuilder<unknown>) =>
  sql<boolean>`(confirmation.act = 'correctTeacher' and exists (select from teacher join project named using (person_id)
    where teacher.id = confirmation.object_id and ${isConcernedIn(userId, sql`named.cycle_id`)}))`;

/** Whether the account may read the names in a request: supervisors read project numbers only. */
const mayReadNames = sql<boolean>`(confirmation.act <> 'correctTeacher' or exists (select from user_role held
  join role_menu using (role_id) join menu on menu.id = menu_id
  where held.user_id = u.id and menu.permission = 'teacher:list'))`;

/** Whether a request can still be confirmed, as far as time and the one who asked are concerned. */
export const isOpen = (at: Date) =>
  sql<boolean>`(confirmation.state = 'waiting' and lapses_at > ${at} and not ${isAskerGone})`;

/** Units above the schools of these requests, themselves included, and whether all below each of them are enabled. */
const above = (ids: readonly number[]) => sql`above (confirmation_id, id, is_open) as (
  select id, school_id, true from confirmation where id = any(${[...ids]}::bigint[]) and school_id is not null
  union
  select confirmation_id, dept.pid, is_open and dept.enabled from above join dept on dept.id = above.id
  where dept.pid is not null)`;

/** Whether the scope of a role `r` of an account `u` holds the school of a request. */
const holdsSchool = sql<boolean>`exists (select from above where confirmation_id = confirmation.id
  and case r.data_scope
    when '本级' then above.id = u.dept_id and above.id = confirmation.school_id
    when '本级及以下' then above.id = u.dept_id
    when '自定义' then is_open and exists (select from role_dept where role_id = r.id and dept_id = above.id)
    else false end)`;

const isOfBody = sql<boolean>`(r.data_scope in ('本级', '本级及以下')
  and exists (select from school where school.dept_id = confirmation.school_id and body_id = u.dept_id))`;

/**
 * The accounts that may confirm each of these requests: of other persons who hold the permission of the act and are
 * neither concerned in the cycle nor kept from whom it names. An act of a school is confirmed by its own officers, else by those of its supervising
 * body, else by the office; an act of the office by the office. Supervisors confirm where there is no other.
 */
export const findSeconds = async (db: Db, ids: readonly number[]): Promise<Map<number, number[]>> => {
  const { rows } = await sql<{ id: number; users: number[] }>`
    with recursive ${above(ids)}, holder as (
      select confirmation.id, u.id as user_id, min(case
          when m.permission = 'confirm:alone' then case when r.data_scope = '全部' then 4 end
          when ${holdsSchool} then 1
          when ${isOfBody} then 2
          when r.data_scope = '全部' then 3 end) as rank
      from confirmation left join sys_user asker on asker.id = asked_by
        cross join sys_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
        join role_menu rm on rm.role_id = r.id join menu m on m.id = rm.menu_id
      where confirmation.id = any(${[...ids]}::bigint[]) and u.enabled
        and m.permission in ('confirm:' || act, 'confirm:alone')
        and ${isSamePerson} is not true and not ${isOfAsker}
        and (cycle_id is null or not ${isConcernedIn(sql`u.id`, sql`confirmation.cycle_id`)})
        and not (act = any(${[...placing]}::text[]) and ${isPooled(sql`u.id`)})
        and ${mayReadNames} and not ${isConcernedWithNamed(sql`u.id`)}
      group by confirmation.id, u.id
    )
    select id, array_agg(user_id order by user_id) as users from holder
    where rank = (select min(rank) from holder other where other.id = holder.id)
    group by id`.execute(db);
  return new Map(rows.map(({ id, users }) => [Number(id), users.map(Number)]));
};
