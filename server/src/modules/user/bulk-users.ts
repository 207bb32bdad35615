import { sql } from 'kysely';
import type { z } from 'zod';
import type { BulkReport, UserAction } from '@zhiping/shared/contracts/user.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { endOtherSessions } from '../../platform/auth/session.ts';
import { forgiveAccounts } from '../auth/login-lock.ts';
import { initialPasswordHash, requireAdministrator } from './save-user.ts';
import { actionProblem, lockTargets, type TargetUser } from './user.policy.ts';

type Report = z.input<typeof BulkReport>;
/**
 * Do something with every user of a list that may be touched, and report the others with their reasons. When none may be,
 * that is a 400 with the first reason, so that clients which know no report see the refusal.
 */
const forEachUser = (
  db: Db,
  actor: Principal,
  ids: number[],
  action: UserAction,
  act: (tx: Tx, ids: number[], targets: TargetUser[]) => Promise<void>,
): Promise<Report> =>
  inTransaction(db, async (tx) => {
    const targets = await lockTargets(tx, actor, ids);
    const checked = targets.map((target) => ({ target, problem: actionProblem(actor, target, action) }));
    const failed = checked.flatMap(({ target, problem }) =>
      problem ? [{ id: target.id, name: target.username, message: problem }] : [],
    );
    const seen = new Set(targets.map((target) => target.id));
    const unknown = ids
      .filter((id) => !seen.has(id))
      .map((id) => ({ id, name: String(id), message: '用户不存在' }));
    const reached = checked.filter(({ problem }) => !problem).map(({ target }) => target);
    const refused = [...failed, ...unknown];
    if (reached.length === 0) throw badRequest('user.none', refused[0]?.message ?? '没有可操作的用户');
    await act(
      tx,
      reached.map((target) => target.id),
      reached,
    );
    await requireAdministrator(tx);
    return { succeeded: reached.length, failed: refused };
  });

const auditAll = async (tx: Tx, actor: Principal, action: string, targets: TargetUser[], detail = {}) => {
  for (const { id, username } of targets)
    await audit(tx, {
      actorId: actor.userId,
      action,
      entity: 'user',
      entityId: id,
      detail: { username, ...detail },
    });
};

export const deleteUsers = (db: Db, actor: Principal, ids: number[]) =>
  forEachUser(db, actor, ids, 'delete', async (tx, reached, targets) => {
    await tx.deleteFrom('sys_user').where('id', 'in', reached).execute();
    await auditAll(tx, actor, 'user.deleted', targets);
  });

export const setUsersEnabled = (db: Db, actor: Principal, ids: number[], enabled: boolean) =>
  forEachUser(db, actor, ids, enabled ? 'enable' : 'disable', async (tx, reached, targets) => {
    await tx
      .updateTable('sys_user')
      .set({ enabled, version: sql`version + 1`, update_by: actor.username, update_time: actor.at })
      .where('id', 'in', reached)
      .execute();
    if (!enabled) for (const id of reached) await endOtherSessions(tx, id);
    await auditAll(tx, actor, enabled ? 'user.enabled' : 'user.disabled', targets);
  });

/** Ends the locks that wrong passwords brought. */
export const unlockUsers = (db: Db, actor: Principal, ids: number[]) =>
  forEachUser(db, actor, ids, 'unlock', async (tx, _, targets) => {
    await forgiveAccounts(tx, targets);
    await auditAll(tx, actor, 'user.unlocked', targets);
  });

/** Sets the initial password again, and ends a lock; its owner must change it, and their sessions end. */
export const resetPasswords = async ({ db, config }: Deps, actor: Principal, ids: number[]) => {
  const hash = await initialPasswordHash(config);
  return forEachUser(db, actor, ids, 'resetPassword', async (tx, reached, targets) => {
    await tx
      .updateTable('sys_user')
      .set({
        password_hash: hash,
        must_change_password: true,
        pwd_reset_time: actor.at,
        update_by: actor.username,
      })
      .where('id', 'in', reached)
      .execute();
    for (const id of reached) await endOtherSessions(tx, id);
    await forgiveAccounts(tx, targets);
    await auditAll(tx, actor, 'user.password_reset', targets);
  });
};
