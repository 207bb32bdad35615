import type { Permission } from '@zhiping/shared/permissions.ts';
import { holds, loadPrincipal, type Principal } from '../auth/principal.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/db.ts';
import { GiveUp, type TaskRow } from './task-kind.ts';

/** The owner of an import with their present permissions, not those at the time of the order. */
export const taskActor = async (
  { db, clock }: { db: Db; clock: Clock },
  task: TaskRow,
  permission: Permission,
): Promise<Principal> => {
  const actor = task.owner_id === null ? null : await loadPrincipal(db, task.owner_id, clock.now());
  if (!actor || !holds(actor, [permission])) throw new GiveUp('您已没有导入权限，没有保存任何数据');
  return actor;
};
