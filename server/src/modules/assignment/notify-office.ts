import { sql } from 'kysely';
import { SUPER_ADMIN_ROLE_ID } from '@zhiping/shared/constants.ts';
import type { Tx } from '../../platform/database/db.ts';
import { personsOf } from '../person/own-case.ts';
import { notifyUser } from '../../platform/live/messages.ts';

type Message = Parameters<typeof notifyUser>[2];

/**
 * Leaves a message about the experts of a project for those who run the review of all schools. Its applicant and its
 * reviewers never get it, whatever their permissions.
 */
export const notifyOffice = async (tx: Tx, projectId: number, message: Message): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select distinct u.id from sys_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
    where u.enabled and r.data_scope = '全部'
      and (r.id = ${SUPER_ADMIN_ROLE_ID} or exists (select from role_menu rm join menu m on m.id = rm.menu_id
        where rm.role_id = r.id and m.permission = 'assignment:release'))
      and not exists (select from project where project.id = ${projectId}
        and project.person_id = any(array${personsOf(sql`u.id`)}))
      and not exists (select from expert left join assignment on assignment.expert_id = expert.id and assignment.project_id = ${projectId}
        where (expert.user_id = u.id or expert.person_id = any(array${personsOf(sql`u.id`)}))
          and (assignment.id is not null
          or expert.person_id = (select person_id from project where project.id = ${projectId})))
    order by u.id`.execute(tx);
  for (const { id } of rows) await notifyUser(tx, id, message);
};
