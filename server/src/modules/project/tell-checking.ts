import { sql } from 'kysely';
import type { Permission } from '@zhiping/shared/permissions.ts';
import type { CheckStep } from '@zhiping/shared/rules/project-states.ts';
import type { Tx } from '../../platform/database/db.ts';
import { tellUser } from '../../platform/live/messages.ts';
import { findInstitution } from './institution.queries.ts';
import type { StoredProject } from './project-workflow.ts';

const access: Permission = 'project:check';

/** Officers of these units who have not been told already that something waits: on the last evening hundreds hand in. */
const findUntold = async (
  tx: Tx,
  unitIds: readonly number[],
  { link, except }: { link: string; except: number },
) => {
  const { rows } = await sql<{ id: number }>`select id from sys_user
    where dept_id = any(${[...unitIds]}::bigint[]) and enabled
      and id not in (select user_id from applicant where person_id = ${except})
      and exists (select from user_role join role_menu using (role_id) join menu on menu.id = menu_id
        where user_role.user_id = sys_user.id and menu.permission = ${access})
      and not exists (select from notification where notification.user_id = sys_user.id and read_time is null
        and notification.link = ${link})
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Tell those whose step it is that applications wait for them: one message until it is read. */
export const tellChecking = async (
  tx: Tx,
  { school_id, cycle_id, person_id }: Pick<StoredProject, 'school_id' | 'cycle_id' | 'person_id'>,
  step: CheckStep,
): Promise<void> => {
  const { institutionId, colleges } = await findInstitution(tx, school_id);
  const unitIds = step === 'college' ? colleges : [institutionId];
  const link = `/review/project?cycleId=${cycle_id}&state=submitted&checkStep=${step}`;
  for (const id of await findUntold(tx, unitIds, { link, except: person_id }))
    await tellUser(tx, id, { kind: 'info', text: '有新提交的申报等待审核。', link });
};
