import { type ProjectEvent, projectMachine, projectStates } from '@zhiping/shared/rules/project/states.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Tx } from '../../platform/database/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { StoredProject } from './project-workflow.ts';

/** The last editor and their event; the event is null if it was no step (an edit of the form). */
const findLast = async (tx: Tx, { id, update_by }: Pick<StoredProject, 'id' | 'update_by'>) => {
  const event = await tx
    .selectFrom('state_event')
    .innerJoin('sys_user', 'sys_user.id', 'actor_id')
    .select(['event', 'username'])
    .where('entity', '=', 'project')
    .where('entity_id', '=', id)
    .orderBy('state_event.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const editor = await tx
    .selectFrom('sys_user')
    .select(actorName().as('name'))
    .where('username', '=', update_by ?? '')
    .executeTakeFirst();
  return {
    name: editor?.name ?? update_by ?? '其他人',
    event: event && event.username === update_by ? (event.event as ProjectEvent) : null,
  };
};

/**
 * Refuses a step if the project changed since the client read it, and names the change. After a double click the
 * message says that the step was the user's own.
 */
export const refuseOutdated = async (
  tx: Tx,
  actor: Principal,
  stored: StoredProject,
  sent: number | undefined,
): Promise<void> => {
  if (sent === undefined || sent === stored.version) return;
  const { name, event } = await findLast(tx, stored);
  const isOwn = stored.update_by === actor.username;
  const what = event === null ? '更新了这份申报' : `对这份申报做了「${projectMachine.events[event]}」`;
  const now = `现在的状态是「${projectStates[stored.state]}」`;
  const advice = `${isOwn ? '' : '您'}这次的操作没有执行，请查看最新情况后再决定`;
  const message = `${isOwn ? '您' : name}已于 ${formatDateTime(stored.update_time)} ${what}，${now}。${advice}`;
  throw new AppError(409, 'edit.conflict', message, undefined, { version: stored.version });
};
