import { sql } from 'kysely';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import { isSelf, isSurelySelf } from '../person/own-case.ts';

const OWN = '这是您本人的专家档案，请由其他工作人员办理';
const COULD_REVIEW = '您正在申报，此专家的学科与您的申报相近，请由其他工作人员办理';

/** While the subject of the project can still change, every expert could review it. */
const isOpenForm = sql<boolean>`project.state in ('draft', 'returned', 'supplementing', 'withdrawn')`;

/**
 * Why the actor may not change these experts: themselves, and in running cycles those who could review the actor's own project.
 * Category and catalogue of the subjects decide, so that a refusal says nothing about who does review it.
 */
export const findOwnReviewers = async (
  db: Db,
  actor: Principal,
  expertIds: readonly number[],
): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number; isOwn: boolean }>`
    select expert.id, (expert.user_id = ${actor.userId} or ${isSelf(actor, 'expert.person_id')}) as "isOwn" from expert
    where expert.id = any(${[...expertIds]}::bigint[])
      and (expert.user_id = ${actor.userId} or ${isSelf(actor, 'expert.person_id')} or exists (
        select from project join cycle on cycle.id = project.cycle_id
        where ${isSurelySelf(actor, 'project.person_id')} and cycle.state not in ('closed', 'archived')
          and (${isOpenForm} or exists (select from jsonb_array_elements(project.form #> '{target,subjects}') as subject
            where expert.subject_prefixes @> array[(subject #>> '{path,0}') || '/' || (subject #>> '{path,1}')]))))`.execute(
    db,
  );
  return new Map(rows.map(({ id, isOwn }) => [Number(id), isOwn ? OWN : COULD_REVIEW]));
};

/** Refuses a change of experts who could review the actor's own project. Asked before and after what changes subjects. */
export const refuseOwnReviewers = async (
  tx: Tx,
  actor: Principal,
  expertIds: readonly number[],
): Promise<void> => {
  const [message] = (await findOwnReviewers(tx, actor, expertIds)).values();
  if (message) throw badRequest('expert.own_case', message);
};
